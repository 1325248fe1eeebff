module file_system

/*
 * A file system: directories with named entries, files that may have several names.
 *
 *   relfind models/structures/file_system.als
 *
 * What it shows: a tree stated by what there is (one root, everything reachable, a
 * directory in one place) instead of how it is built; and checks that find out
 * whether that was enough. The last one fails: the instance shows a file with two
 * names, a hard link.
 *
 * To change: make it hold, by letting files have one name only.
 */

-- Names stand on the edges of pictures.
//% hide Name

sig Name {}

abstract sig Object {}
sig File extends Object {}
sig Dir extends Object { entry: Name -> lone Object }
one sig Root extends Dir {}

/** A directory with what it has entries for. */
fun contents: Dir -> Object { { d: Dir, o: Object | some d.entry.o } }

fact Tree {
  -- all can be found from the root, which is in no directory itself
  Object = Root.*contents
  no contents.Root
  -- a directory has one name in one place
  all d: Dir - Root | one parent: Dir, n: Name | parent.entry[n] = d
}

example: run { some File and some Dir - Root } for 4 expect 1
linked: run { some f: File | #contents.f > 1 } for 4 expect 1

/** A path of names leads to one object. */
check NamesDiffer {
  all d: Dir, disj o, p: Object | no d.entry.o & d.entry.p
} for 5 expect 0

check NoCycles { no d: Dir | d in d.^contents } for 5 expect 0

/** Whoever is below two directories has one of them below the other ... */
check OneWayUp {
  all d: Dir, disj x, y: ^contents.d | x in y.^contents or y in x.^contents
} for 5 expect 0

/** ... but not a file, which may be linked from both. */
check OneWayUpForFiles {
  all f: File, disj x, y: ^contents.f | x in y.^contents or y in x.^contents
} for 5 expect 1
