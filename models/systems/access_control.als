module access_control

/*
 * Who may do what: users have roles, roles have permissions and inherit those of
 * other roles. One rule is to hold for ever: nobody both orders and pays.
 *
 *   relfind models/systems/access_control.als
 *
 * What it shows: a policy that looks right and is not. The first policy forbids to be
 * given two roles that exclude each other. Its check fails, and the counterexample
 * shows the hole: a role that inherits from both. The second policy closes it.
 *
 * To change: find a policy that is less strict than the second and safe all the same.
 */

enum Permission { Order, Pay, Read }

sig Role {
  grants: set Permission,
  inherits: set Role,
  excludes: set Role
}

sig User { roles: set Role }

/** The roles of a user, inherited ones too. */
fun acting [u: User]: set Role { u.roles.*inherits }

fun may [u: User]: set Permission { u.acting.grants }

fact Company {
  -- inheriting leads nowhere back
  no ^inherits & iden
  -- excluding is mutual
  excludes = ~excludes
  -- a role that orders and a role that pays exclude each other
  all buyer: grants.Order, payer: grants.Pay | buyer -> payer in excludes
}

/** No user is given two roles that exclude each other. */
pred givenApart { all u: User | no u.roles & u.roles.excludes }

/** No user has two such roles, in whatever way. */
pred actingApart { all u: User | no u.acting & u.acting.excludes }

pred safe { no u: User | Order + Pay in u.may }

atWork: run { actingApart and some u, v: User | Order in u.may and Pay in v.may } for 4 expect 1

/** The hole. */
check GivenApartIsSafe { givenApart => safe } for 4 expect 1

check ActingApartIsSafe { actingApart => safe } for 5 expect 0

/** Is it too strict? The counterexample is a safe company that the second policy forbids. */
check NobodyIsHindered {
  safe => actingApart
} for 4 expect 1
