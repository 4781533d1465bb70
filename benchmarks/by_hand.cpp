// Three games and plain alpha-beta, by hand: what Kibitz's `alphabeta` on the same rules in Python is measured against.
//
// States are small arrays that are copied for each move. No table, no ordering: the same nodes in the same order as
// Kibitz, which the benchmark verifies.
//
//     g++ -O2 -std=c++17 -o by_hand by_hand.cpp && ./by_hand hex 9
//
// prints the value for the first player, the nodes, and the processor seconds that the search took.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

// A game has a State with its mover (0 is MAX), and:
//   bool over(const State &), int worth(const State &) of a finished game, int guess(const State &) of any other,
//   bool moves(const State &, visit): calls visit(next state) for each move until it says true, and says whether it did.

struct Breakthrough {
    static constexpr int N = 5, CELLS = N * N, WIN = 100;
    static constexpr double SCALE = 100;

    struct State {
        int8_t board[CELLS];
        int8_t mover;
    };

    static State initial() {
        State s{};
        std::fill(s.board, s.board + 2 * N, 2);
        std::fill(s.board + CELLS - 2 * N, s.board + CELLS, 1);
        return s;
    }

    static int winner(const State &s) {
        for (int column = 0; column < N; column++) {
            if (s.board[column] == 1) return 0;
            if (s.board[CELLS - N + column] == 2) return 1;
        }
        bool white = false, black = false;
        for (int8_t cell : s.board) {
            white |= cell == 1;
            black |= cell == 2;
        }
        return !black ? 0 : !white ? 1 : -1;
    }

    static bool over(const State &s) { return winner(s) >= 0; }
    static int worth(const State &s) { return winner(s) == 0 ? WIN : -WIN; }

    static int guess(const State &s) {
        int lead = 0;
        for (int8_t cell : s.board) lead += (cell == 1) - (cell == 2);
        return lead;
    }

    template <class Visit> static bool moves(const State &s, Visit visit) {
        const int mine = s.mover + 1, step = s.mover == 0 ? -N : N;
        for (int row = 0; row < N; row++) {
            for (int column = 0; column < N; column++) {
                const int start = row * N + column;
                if (s.board[start] != mine) continue;
                for (int side = std::max(column - 1, 0); side <= std::min(column + 1, N - 1); side++) {
                    const int end = start + step + side - column;
                    if (s.board[end] == mine || (s.board[end] != 0 && side == column)) continue;
                    State next = s;
                    next.board[start] = 0;
                    next.board[end] = int8_t(mine);
                    next.mover = int8_t(1 - s.mover);
                    if (visit(next)) return true;
                }
            }
        }
        return false;
    }
};

struct Hex {
    static constexpr int N = 4, CELLS = N * N;
    static constexpr double SCALE = 1;
    static constexpr int DOWN[] = {-1, -1, 0, 0, 1, 1}, RIGHT[] = {0, 1, -1, 1, -1, 0};

    struct State {
        int8_t board[CELLS];
        int8_t mover;
    };

    static State initial() { return State{}; }

    static bool joined(const State &s, int player) {
        bool seen[CELLS] = {};
        int8_t stack[CELLS];
        int height = 0;
        for (int i = 0; i < N; i++) {
            const int cell = player == 0 ? i : i * N;
            if (s.board[cell] == player + 1) {
                seen[cell] = true;
                stack[height++] = int8_t(cell);
            }
        }
        while (height > 0) {
            const int cell = stack[--height], row = cell / N, column = cell % N;
            if ((player == 0 ? row : column) == N - 1) return true;
            for (int i = 0; i < 6; i++) {
                const int y = row + DOWN[i], x = column + RIGHT[i];
                if (y < 0 || y >= N || x < 0 || x >= N) continue;
                const int other = y * N + x;
                if (s.board[other] == player + 1 && !seen[other]) {
                    seen[other] = true;
                    stack[height++] = int8_t(other);
                }
            }
        }
        return false;
    }

    static bool over(const State &s) { return joined(s, 1 - s.mover); }
    static int worth(const State &s) { return s.mover == 0 ? -1 : 1; }
    static int guess(const State &) { return 0; }

    template <class Visit> static bool moves(const State &s, Visit visit) {
        for (int cell = 0; cell < CELLS; cell++) {
            if (s.board[cell] != 0) continue;
            State next = s;
            next.board[cell] = int8_t(s.mover + 1);
            next.mover = int8_t(1 - s.mover);
            if (visit(next)) return true;
        }
        return false;
    }
};

struct DotsAndBoxes {
    static constexpr int ROWS = 2, COLUMNS = 3, HORIZONTAL = (ROWS + 1) * COLUMNS;
    static constexpr int LINES = HORIZONTAL + ROWS * (COLUMNS + 1);
    static constexpr double SCALE = 1;

    struct State {
        int8_t lines[LINES];
        int8_t lead;
        int8_t mover;
    };

    static State initial() { return State{}; }

    static int boxes(const State &s) {
        int closed = 0;
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                const int top = row * COLUMNS + column, left = HORIZONTAL + row * (COLUMNS + 1) + column;
                closed += s.lines[top] & s.lines[top + COLUMNS] & s.lines[left] & s.lines[left + 1];
            }
        }
        return closed;
    }

    static bool over(const State &s) { return std::memchr(s.lines, 0, LINES) == nullptr; }
    static int worth(const State &s) { return s.lead; }
    static int guess(const State &) { return 0; }

    template <class Visit> static bool moves(const State &s, Visit visit) {
        const int before = boxes(s);
        for (int line = 0; line < LINES; line++) {
            if (s.lines[line] != 0) continue;
            State next = s;
            next.lines[line] = 1;
            const int closed = boxes(next) - before;
            if (closed == 0)
                next.mover = int8_t(1 - s.mover);
            else
                next.lead = int8_t(s.lead + (s.mover == 0 ? closed : -closed));
            if (visit(next)) return true;
        }
        return false;
    }
};

constexpr int INFINITE = 1 << 20;
long long nodes = 0;

template <class Game> int alphabeta(const typename Game::State &s, int depth, int alpha, int beta) {
    nodes++;
    if (Game::over(s)) return Game::worth(s);
    if (depth == 0) return Game::guess(s);
    int v;
    if (s.mover == 0) {
        v = -INFINITE;
        Game::moves(s, [&](const typename Game::State &next) {
            v = std::max(v, alphabeta<Game>(next, depth - 1, alpha, beta));
            if (v >= beta) return true;
            alpha = std::max(alpha, v);
            return false;
        });
    } else {
        v = INFINITE;
        Game::moves(s, [&](const typename Game::State &next) {
            v = std::min(v, alphabeta<Game>(next, depth - 1, alpha, beta));
            if (v <= alpha) return true;
            beta = std::min(beta, v);
            return false;
        });
    }
    return v;
}

template <class Game> void search(int depth) {
    const std::clock_t begin = std::clock();
    const int value = alphabeta<Game>(Game::initial(), depth, -INFINITE, INFINITE);
    const double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%g %lld %.6f\n", value / Game::SCALE, nodes, seconds);
}

}  // namespace

int main(int count, char **given) {
    const int depth = count == 3 ? std::atoi(given[2]) : 0;
    if (depth > 0 && !std::strcmp(given[1], "breakthrough"))
        search<Breakthrough>(depth);
    else if (depth > 0 && !std::strcmp(given[1], "hex"))
        search<Hex>(depth);
    else if (depth > 0 && !std::strcmp(given[1], "dots-and-boxes"))
        search<DotsAndBoxes>(depth);
    else {
        std::fprintf(stderr, "usage: by_hand breakthrough|hex|dots-and-boxes DEPTH\n");
        return 2;
    }
}
