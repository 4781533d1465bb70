"""What a state is made of, in machine code: boards, records, enums, short texts, tuples."""
