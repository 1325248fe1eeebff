sig Light { state: Int }
fact { all l: Light | if l.state = 0 then some Light else no Light }
