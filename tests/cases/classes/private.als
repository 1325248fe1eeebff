// Private signatures and fields tell instances apart as well.
private sig Secret { private holder: lone Agent }
sig Agent { private knows: set Secret }
run { some holder and no holder & ~knows } for 2
