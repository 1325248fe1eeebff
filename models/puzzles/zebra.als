module zebra

/*
 * The zebra: five neighbours, and who of them keeps the zebra?
 *
 * In a street of five houses every house has a colour of its own, and in each one
 * lives somebody from another country, with another drink, another pet and another
 * instrument. Fourteen clues are enough to know everything.
 *
 *   relfind models/puzzles/zebra.als
 *   relfind models/puzzles/zebra.als -c solve --count        (one way)
 *
 * What it shows: `disj` in a field's declaration gives different houses different
 * values; and clues read almost as they are spoken: colour.Green = drink.Coffee.
 *
 * For other clues change the last part.
 */

open util/ordering[House] as street

enum Colour { Red, Green, Ivory, Yellow, Blue }
enum Country { Norway, Spain, Japan, Ukraine, England }
enum Drink { Coffee, Tea, Milk, Juice, Water }
enum Pet { Dog, Snails, Fox, Horse, Zebra }
enum Instrument { Flute, Violin, Piano, Drum, Harp }

sig House {
  colour: disj one Colour,
  home: disj one Country,
  drink: disj one Drink,
  pet: disj one Pet,
  plays: disj one Instrument
}

fun beside [h: House]: set House { h.prev + h.next }
fun middle: House { street/first.next.next }

-- The clues -------------------------------------------------------------------

fact Clues {
  home.England = colour.Red
  home.Spain = pet.Dog
  colour.Green = drink.Coffee
  home.Ukraine = drink.Tea
  (colour.Ivory).next = colour.Green
  plays.Flute = pet.Snails
  colour.Yellow = plays.Violin
  middle.drink = Milk
  home.Norway = street/first
  plays.Piano in beside[pet.Fox]
  plays.Violin in beside[pet.Horse]
  plays.Drum = drink.Juice
  home.Japan = plays.Harp
  home.Norway in beside[colour.Blue]
}

solve: run {} for exactly 5 House expect 1

/** It is the neighbour from Japan who keeps the zebra, and the one from Norway who drinks water. */
check WhoKeepsTheZebra {
  pet.Zebra = home.Japan and drink.Water = home.Norway
} for exactly 5 House expect 0
