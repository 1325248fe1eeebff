sig Person { set Person knows }
