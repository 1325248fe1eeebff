var sig Token {}
sig State { holds: set Token }
pred step[s, s': State] {
  s'.holds = s.holds + Token'
}
run step for 3
