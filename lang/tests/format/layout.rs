//! What the layout is like.

use super::{check, formatted};

#[test]
fn spaces_between_tokens() {
    check(
        "
        sig A{f:lone B,g : set A->lone B}
        fact{ all x,y:A|x.f=y.f=>x=y  else no x . ^ ( ~g.B )}
        pred p [x:A]{# x.f>=- 3 and ! some x.@f and x .g[x] != none}
        ",
        "
        sig A { f: lone B, g: set A -> lone B }
        fact { all x, y: A | x.f = y.f => x = y else no x.^(~g.B) }
        pred p [x: A] { #x.f >= -3 and !some x.@f and x.g[x] != none }
        ",
    );
}

#[test]
fn commands() {
    check(
        "
        a:run{} for 3 but exactly 2 A,1 .. 4 : 2 B , 5 int expect  1
        check  p for   1.. steps
        ",
        "
        a: run {} for 3 but exactly 2 A, 1..4:2 B, 5 int expect 1
        check p for 1.. steps
        ",
    );
}

#[test]
fn the_spelling_of_operators_stays() {
    let text =
        "fact { a && b and !c or not d || e => f implies g <=> h iff i =< j <= k !in l not in m not = n }\n";
    assert_eq!(formatted("a.als", text), text);
}

#[test]
fn tuples_may_be_tight() {
    check(
        "
        fun f: A->B { a->b + c-> d + (e)->f->g + h -> i }
        sig S { f: A->lone B, g: A->(B->A) }
        fact { f = a -> b + c->d and g in a->b + c -> one d and some x: A->B | x = f }
        ",
        "
        fun f: A -> B { a->b + c->d + (e)->f->g + h->i }
        sig S { f: A -> lone B, g: A -> (B -> A) }
        fact { f = a -> b + c -> d and g in a->b + c -> one d and some x: A -> B | x = f }
        ",
    );
}

#[test]
fn the_body_of_a_comprehension_is_not_indented_twice() {
    check(
        "
        fun f: A {
        b + { x: A |
        p and
        q }
        }
        ",
        "
        fun f: A {
          b + { x: A |
            p and
            q }
        }
        ",
    );
}

#[test]
fn line_breaks_stay() {
    check(
        "
        pred p {
            a  b
            c and
            d
              or e


            f
              }
        ",
        "
        pred p {
          a b
          c and
            d
            or e

          f
        }
        ",
    );
}

#[test]
fn blocks_of_several_lines_have_lines_of_their_own() {
    check(
        "
        sig A { f: B,
                g: B }

        { some f
        }
        pred p
        { some x: A { q
          r } }
        ",
        "
        sig A {
          f: B,
          g: B }

        {
          some f
        }
        pred p
        {
          some x: A {
            q
            r } }
        ",
    );
}

#[test]
fn what_belongs_to_a_line_is_indented_from_it() {
    check(
        "
        fact {
        all x: A |
        some y: B |
        x = y iff (
        p or
        (some z: C |
        q))
        a => {
        b
        } else {
        c
        }
        a implies
        b
        else c implies
        d
        else
        e
        }
        ",
        "
        fact {
          all x: A |
          some y: B |
            x = y iff (
              p or
              (some z: C |
                q))
          a => {
            b
          } else {
            c
          }
          a implies
            b
          else c implies
            d
          else
            e
        }
        ",
    );
}

#[test]
fn operators_in_front_may_stand_below_the_first_operand() {
    check(
        "
        pred p {
            a
            or b
        }
        pred q {
            a
              or b
        }
        fun f: A {
            a +
                b
        }
        ",
        "
        pred p {
          a
          or b
        }
        pred q {
          a
            or b
        }
        fun f: A {
          a +
          b
        }
        ",
    );
}

#[test]
fn comments_keep_to_their_code() {
    check(
        "
        /** One
            of a kind. */
        /*
           * Starred.
           */
            sig A { -- here
        f:B,      -- first
        long :B,  -- second
                  -- and more
        // before g
        g: B // g
        // last
        }
        // end
        ",
        "
        /** One
            of a kind. */
        /*
         * Starred.
         */
        sig A { -- here
          f: B,     -- first
          long: B,  -- second
                    -- and more
          // before g
          g: B // g
          // last
        }
        // end
        ",
    );
}

#[test]
fn long_lines_are_broken_at_the_outermost_place() {
    check(
        "
        sig Account { owner: one Customer, balances: Currency -> lone Amount, transfers: set Transfer, closed: lone Date }
        fact { all a, b: Account | a.owner = b.owner and some a.balances & b.balances iff a.transfers = b.transfers and a.closed = b.closed }
        pred transfer [from, to: Account, amount: Amount, currency: Currency, date: Date, before, after: State] {}
        ",
        "
        sig Account {
          owner: one Customer,
          balances: Currency -> lone Amount,
          transfers: set Transfer,
          closed: lone Date
        }
        fact {
          all a, b: Account |
            a.owner = b.owner and some a.balances & b.balances iff
              a.transfers = b.transfers and a.closed = b.closed
        }
        pred transfer [from, to: Account, amount: Amount, currency: Currency, date: Date,
          before, after: State] {}
        ",
    );
}

#[test]
fn ends_of_lines_stay_what_they_are() {
    assert_eq!(
        formatted("a.als", "\u{feff}sig A{}\r\n\r\n\r\n/* a\r\n b */\r\nsig B{}"),
        "\u{feff}sig A {}\r\n\r\n/* a\r\n b */\r\nsig B {}\r\n"
    );
}

#[test]
fn prose_in_markdown_stays() {
    let text = "---\ntitle: x\n---\n\n#  Title\n\n```alloy\n\n  sig A{}\n```\n   sig   B{}\n```alloy\n```\n```alloy\n\n pred p{\na}\n";
    let wanted = "---\ntitle: x\n---\n\n#  Title\n\n```alloy\nsig A {}\n```\n   sig   B{}\n```alloy\n```\n```alloy\npred p {\n  a }\n";
    assert_eq!(formatted("a.md", text), wanted);
    assert_eq!(formatted("a.md", "sig   A {}"), "sig   A {}");
}

#[test]
fn older_files_stay_old() {
    check(
        "
        open ../m/b[A]
        pred p[s,s':S]{ s'.before=after and s'->s in r}
        ",
        "
        open ../m/b[A]
        pred p[s, s': S] { s'.before = after and s'->s in r }
        ",
    );
}

#[test]
fn nothing_stays_nothing() {
    assert_eq!(formatted("a.als", ""), "");
    assert_eq!(formatted("a.als", "\n\n// x  \n\n\n"), "// x\n");
}

#[test]
fn dashes_do_not_become_the_header_of_markdown() {
    for text in ["---", "--- \nsig A {}", "\n---\nsig A {}", "  ---\r\nsig A {}"] {
        assert!(formatted("a.als", text).starts_with(" ---"), "{text:?}");
    }
}
