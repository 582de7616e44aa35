/* Hearts without passing, played at random: what a plain C program costs for one deal.
 *
 * Rules: OpenSpiel's hearts(pass_cards=false), every other option at its default. The two of clubs leads; on
 * the first trick nobody plays a heart or the queen of spades unless holding nothing else; hearts may not be
 * led until a heart or the queen of spades has been played, unless the leader holds nothing else; taking all
 * 26 points shoots the moon.
 *
 * Cards: rank * 4 + suit, as OpenSpiel numbers them; suits clubs, diamonds, hearts, spades, ranks two to ace.
 * Built by hearts_peers.py: gcc -O3 -march=native -shared -fPIC
 */
#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

enum { SEATS = 4, SUITS = 4, CARDS = 52, HEARTS_SUIT = 2, QUEEN_OF_SPADES_POINTS = 13, ALL_POINTS = 26 };

static const uint64_t CLUBS = 0x1111111111111;  /* every fourth bit; shift left by the suit for the others */
static const uint64_t HEARTS = (uint64_t)0x1111111111111 << HEARTS_SUIT;
static const uint64_t QUEEN_OF_SPADES = (uint64_t)1 << 43;
static const uint64_t TWO_OF_CLUBS = 1;

typedef struct {
    uint64_t hand[SEATS];
    uint64_t trick;     /* the cards on the table */
    int points[SEATS];  /* points taken in tricks so far, 0 to 26 */
    int seat;           /* whose turn it is */
    int played;         /* cards played so far, 0 to 52 */
    int led_suit;
    int best_card;      /* highest card of the suit led so far */
    int best_seat;      /* who played it */
    bool hearts_broken;
} State;

/* ---- random numbers: xoshiro128** ---- */

typedef struct {
    uint32_t word[4];
} Generator;

static Generator seeded(uint32_t seed) {
    Generator generator;
    for (int i = 0; i < 4; i++) { /* splitmix32, so that no seed gives the all-zero state */
        uint32_t mixed = seed += 0x9e3779b9;
        mixed = (mixed ^ (mixed >> 16)) * 0x85ebca6b;
        mixed = (mixed ^ (mixed >> 13)) * 0xc2b2ae35;
        generator.word[i] = mixed ^ (mixed >> 16);
    }
    return generator;
}

static uint32_t rotate_left(uint32_t value, int bits) {
    return (value << bits) | (value >> (32 - bits));
}

static uint32_t next_word(Generator *generator) {
    uint32_t *word = generator->word;
    uint32_t result = rotate_left(word[1] * 5, 7) * 9;
    uint32_t shifted = word[1] << 9;
    word[2] ^= word[0];
    word[3] ^= word[1];
    word[1] ^= word[2];
    word[0] ^= word[3];
    word[2] ^= shifted;
    word[3] = rotate_left(word[3], 11);
    return result;
}

/* Draw from 0 to count - 1; the bias, below count / 2^32, is far under what any playout count can show. */
static int draw(Generator *generator, int count) {
    return (int)(((uint64_t)next_word(generator) * (uint32_t)count) >> 32);
}

/* ---- rules ---- */

static State dealt(Generator *generator) {
    int pack[CARDS];
    State state = {.played = 0};
    for (int card = 0; card < CARDS; card++) pack[card] = card;
    for (int i = CARDS - 1; i > 0; i--) {
        int other = draw(generator, i + 1);
        int card = pack[i];
        pack[i] = pack[other];
        pack[other] = card;
    }
    for (int i = 0; i < CARDS; i++) state.hand[i % SEATS] |= (uint64_t)1 << pack[i];
    while (!(state.hand[state.seat] & TWO_OF_CLUBS)) state.seat++;
    return state;
}

static uint64_t legal(const State *state) {
    uint64_t hand = state->hand[state->seat];
    if (state->played == 0) return TWO_OF_CLUBS;
    if (state->trick == 0) {
        uint64_t without_hearts = hand & ~HEARTS;
        return state->hearts_broken || !without_hearts ? hand : without_hearts;
    }
    uint64_t following = hand & (CLUBS << state->led_suit);
    if (following) return following;
    uint64_t without_points = hand & ~(HEARTS | QUEEN_OF_SPADES);
    return state->played < SEATS && without_points ? without_points : hand;
}

static int trick_points(uint64_t trick) {
    return __builtin_popcountll(trick & HEARTS) + (trick & QUEEN_OF_SPADES ? QUEEN_OF_SPADES_POINTS : 0);
}

static void play(State *state, int card) {
    uint64_t bit = (uint64_t)1 << card;
    state->hand[state->seat] ^= bit;
    if (state->trick == 0) {
        state->led_suit = card % SUITS;
        state->best_card = -1;
    }
    state->trick |= bit;
    state->hearts_broken |= (bit & (HEARTS | QUEEN_OF_SPADES)) != 0;
    if (card % SUITS == state->led_suit && card > state->best_card) {
        state->best_card = card;
        state->best_seat = state->seat;
    }
    state->played++;
    if (state->played % SEATS != 0) {
        state->seat = (state->seat + 1) % SEATS;
        return;
    }
    state->points[state->best_seat] += trick_points(state->trick);
    state->seat = state->best_seat;
    state->trick = 0;
}

/* Return what a finished deal is worth to a seat: 26 less its points; a moon is worth 26 to the shooter and 0
 * to the others. */
static int worth(const State *state, int seat) {
    for (int shooter = 0; shooter < SEATS; shooter++) {
        if (state->points[shooter] == ALL_POINTS) return seat == shooter ? ALL_POINTS : 0;
    }
    return ALL_POINTS - state->points[seat];
}

/* ---- playouts ---- */

static int random_card(uint64_t cards, Generator *generator) {
    int index = draw(generator, __builtin_popcountll(cards));
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64((uint64_t)1 << index, cards));
#else
    while (index-- > 0) cards &= cards - 1;
    return __builtin_ctzll(cards);
#endif
}

static long play_out(State *state, Generator *generator) {
    long decisions = 0;
    while (state->played < CARDS) {
        play(state, random_card(legal(state), generator));
        decisions++;
    }
    return decisions;
}

/* Mix the result into one number, so that the compiler must compute all of it. */
static long weighted(const State *state) {
    long sum = 0;
    for (int seat = 0; seat < SEATS; seat++) sum += (seat + 1) * worth(state, seat);
    return sum;
}

static double nanoseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* Deal once, then play that deal out n times; return nanoseconds, dealing left out. */
double rollouts(long n, unsigned seed, long *decisions, long *checksum) {
    Generator generator = seeded(seed);
    const State start = dealt(&generator);
    *decisions = *checksum = 0;
    double began = nanoseconds_now();
    for (long i = 0; i < n; i++) {
        State state = start;
        *decisions += play_out(&state, &generator);
        *checksum += weighted(&state);
    }
    return nanoseconds_now() - began;
}

/* Shuffle, deal and play out n deals; return nanoseconds, all of it included. */
double deals(long n, unsigned seed, long *decisions, long *checksum) {
    Generator generator = seeded(seed);
    *decisions = *checksum = 0;
    double began = nanoseconds_now();
    for (long i = 0; i < n; i++) {
        State state = dealt(&generator);
        *decisions += play_out(&state, &generator);
        *checksum += weighted(&state);
    }
    return nanoseconds_now() - began;
}
