enum Day { Mon, Tue, Wed }

run { some d: Day | d = mon }
