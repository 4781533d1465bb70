"""Grade my search: a student's function tried on random trees and games, and told what its mistake looks like."""
