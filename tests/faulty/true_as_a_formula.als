sig Door { open_: Bool }
fact { all d: Door | d.open_ = true }
