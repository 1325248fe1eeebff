module buttons_lights

/*
 * Buttons and lights: a puzzle from general game playing.
 *
 * There are nine rows of three lights, all dark at first, and each row has three
 * buttons. Toggle switches the left light. SwapLeft swaps the left light with the
 * middle one, SwapRight the middle one with the right one. At every moment one
 * button is pressed. The game is won when, within seven moments, all three lights
 * of some row are on.
 *
 *   relfind models/buttons_lights.als
 *   relfind models/buttons_lights.als -c win --count       (how many plans?)
 *
 * What it shows: what a button does is data, a relation between lights, so that one
 * rule serves for all buttons that move lights about; and a plan is counted exactly.
 *
 * Six presses do it, in one row, in 2 ways; so there are 2 * 9 ways to win. The
 * button pressed at the last moment no longer matters, but it is pressed: 27
 * buttons, 2 * 9 * 27 = 486 instances.
 *
 * To change: the number of moments is the scope, and rows are added to the enum Row.
 */

open util/ordering[Moment] as time

enum Row { r1, r2, r3, r4, r5, r6, r7, r8, r9 }
enum Light { L, M, R }
enum Button { Toggle, SwapLeft, SwapRight }

sig Moment {
  on: Row -> Light,       -- the lights that shine
  press: Button -> Row    -- the button pressed then, and in which row
}

/** The pairs of lights that a button swaps. */
fun swaps: Button -> Light -> Light {
  SwapLeft -> (L -> M + M -> L + R -> R) + SwapRight -> (M -> R + R -> M + L -> L)
}

/** What a button makes of a row of lights. */
fun effect [b: Button, row: set Light]: set Light {
  b = Toggle => (L in row => row - L else row + L)
  else row.(swaps[b])
}

fact Rules {
  all m: Moment | one m.press
  -- all is dark at first
  on in (Moment - time/first) -> Row -> Light
  all m: Moment - time/last, r: Row {
    no m.press.r => m.next.on[r] = m.on[r]
    all b: Button | b -> r in m.press => m.next.on[r] = effect[b, m.on[r]]
  }
}

pred won [m: Moment] { some r: Row | m.on[r] = Light }

-- Commands --------------------------------------------------------------------

/** Seven moments; the row may be full sooner, but must be full at the last. */
win: run { won[time/last] } for 7 Moment expect 1

/** Five presses are too few. */
sooner: run { won[time/last] } for 6 Moment expect 0

/** Nothing is gained by pressing buttons of two rows. */
check OneRowAtATime {
  won[time/last] => one Button.((Moment - time/last).press)
} for 7 Moment expect 0
