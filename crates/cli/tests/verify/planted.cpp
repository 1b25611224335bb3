// Contest solutions for all games with a contest format, correct and wrong. The
// first argument is the game, the second a bug; without it the program is
// correct. Each bug is a typical one.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>
using namespace std;

string bug;
bool has_bug(const char *name) { return bug == name; }

// Runs forever, or ends with a signal.
[[noreturn]] void hang() {
  for (;;) pause();
}
[[noreturn]] void spin() {
  for (volatile bool forever = true; forever;) {}
  abort();
}

// ---- numbers ----------------------------------------------------------------

typedef array<int, 5> Hand; // how often each value occurs

int number_of(const vector<Hand> &hands, const Hand &hand) {
  return int(lower_bound(hands.begin(), hands.end(), hand) - hands.begin());
}

void numbers() {
  vector<Hand> hands;
  for (int a = 0; a <= 8; a++)
    for (int b = 0; a + b <= 8; b++)
      for (int c = 0; a + b + c <= 8; c++)
        for (int d = 0; a + b + c + d <= 8; d++)
          hands.push_back({a, b, c, d, 8 - a - b - c - d});
  sort(hands.begin(), hands.end());
  vector<array<array<int, 5>, 5>> after(hands.size());
  for (size_t hand = 0; hand < hands.size(); hand++)
    for (int own = 1; own < 5; own++)
      for (int other = 1; other < 5; other++)
        if (hands[hand][own]) {
          Hand next = hands[hand];
          next[own]--, next[(own + other) % 5]++;
          after[hand][own][other] = number_of(hands, next);
        }
  int n = int(hands.size()), zero = number_of(hands, {8, 0, 0, 0, 0});
  // 1 won, -1 lost, 0 drawn for the player to move, who holds the first hand.
  vector<int> value(n * n, 0), open(n * n, 0);
  vector<vector<int>> before(n * n);
  vector<int> queue;
  for (int mine = 0; mine < n; mine++)
    for (int theirs = 0; theirs < n; theirs++) {
      int at = mine * n + theirs;
      if (theirs == zero && !has_bug("no-zero-hand")) {
        value[at] = -1;
        queue.push_back(at);
        continue;
      }
      if (mine == zero) {
        value[at] = 1;
        queue.push_back(at);
        continue;
      }
      for (int own = 1; own < 5; own++)
        for (int other = 1; other < 5; other++)
          if (hands[mine][own] && hands[theirs][other]) {
            before[theirs * n + after[mine][own][other]].push_back(at);
            open[at]++;
          }
    }
  vector<int> plies(n * n, 0);
  for (size_t i = 0; i < queue.size(); i++)
    for (int at : before[queue[i]])
      if (value[at] == 0) {
        plies[at] = plies[queue[i]] + 1;
        if (has_bug("forty-plies") && plies[at] > 40) continue;
        if (value[queue[i]] == -1) value[at] = 1, queue.push_back(at);
        else if (--open[at] == 0) value[at] = -1, queue.push_back(at);
      }
  map<pair<int, int>, int> answered;
  int cases;
  cin >> cases;
  while (cases--) {
    int first;
    cin >> first;
    int hand[2];
    for (int player = 0; player < 2; player++) {
      Hand counts = {0, 0, 0, 0, 0};
      for (int i = 0, card; i < 8; i++) {
        cin >> card;
        if (has_bug("last-card-is-zero") && i == 7) card = 0;
        counts[card]++;
      }
      hand[player] = number_of(hands, counts);
    }
    if (has_bug("ignores-first")) first = 0;
    int result = value[hand[first] * n + hand[1 - first]];
    if (result == 0 && has_bug("draws-are-losses")) result = -1;
    if (has_bug("one-wrong-pair") && hands[hand[first]] == Hand{1, 2, 2, 1, 2} &&
        hands[hand[1 - first]] == Hand{0, 3, 1, 2, 2})
      result = result == 1 ? 0 : 1;
    if (has_bug("remembers-without-first")) {
      auto known = answered.emplace(make_pair(hand[0], hand[1]), result);
      result = known.first->second;
    }
    if (has_bug("crashes-on-equal-hands") && hand[0] == hand[1]) abort();
    const char *names[] = {"Alice", "Bob"};
    if (result == 0) cout << "Deal\n";
    else cout << names[result == 1 ? first : 1 - first] << "\n";
  }
}

// ---- boxes ------------------------------------------------------------------

void boxes() {
  int cases, sum = 0;
  cin >> cases;
  for (int k = 1; k <= cases; k++) {
    int n;
    cin >> n;
    vector<int> small(has_bug("array-of-1000") ? 1000 : has_bug("array-of-9999") ? 9999 : 12);
    if (!has_bug("carries-over")) sum = 0;
    if (has_bug("hangs-beyond-5000") && n > 5000) spin();
    if (has_bug("memory-of-n-squared")) vector<array<char, 64>>(size_t(n) * n);
    for (int i = 1, cards; i <= n; i++) {
      cin >> cards;
      int residue = i % 6;
      bool counts = residue == 0 || residue == 2 || residue == 5;
      if (has_bug("first-50") && i > 50) counts = false;
      if (has_bug("forgets-the-last") && i == n) counts = false;
      if (has_bug("six-bits")) cards &= 63;
      if (has_bug("hundred-is-ten") && cards == 100) cards = 10;
      if (has_bug("all-boxes")) counts = true;
      if (has_bug("wrong-residues")) counts = residue == 0 || residue == 1 || residue == 4;
      if (has_bug("odd-index")) counts = i % 2 == 1;
      if (has_bug("sums")) sum += counts ? cards : 0;
      else if (counts) sum ^= cards;
      if (has_bug("small-array") || has_bug("array-of-1000") || has_bug("array-of-9999"))
        small.at(i - 1) = cards;
    }
    if (has_bug("one-box-wins") && n == 1) sum = 1;
    if (has_bug("sum-of-64-loses") && sum == 64) sum = 0;
    int shown = k;
    if (has_bug("one-digit")) shown = k % 10;
    if (has_bug("counts-from-0")) shown = k - 1;
    if (has_bug("always-case-1")) shown = 1;
    cout << "Case " << shown << ": " << (sum ? "Alice" : "Bob") << "\n";
  }
}

// ---- marbles ----------------------------------------------------------------

void marbles() {
  // Position of each cell in the picture.
  vector<pair<int, int>> place;
  for (int row = 0; row < 7; row++) {
    int width = row < 4 ? row + 1 : 7 - row;
    for (int i = 0; i < width; i++)
      place.push_back(has_bug("reads-as-grid")
                          ? make_pair(int(place.size()) / 4 * 2, int(place.size()) % 4 * 2)
                          : make_pair(row, 4 - width + 2 * i));
  }
  map<pair<int, int>, int> cell;
  for (int i = 0; i < 16; i++) cell[place[i]] = i;
  // Along a row two steps, along a column two, along a diagonal one each.
  vector<pair<int, int>> steps = {{0, 2}, {2, 0}, {1, 1}, {1, -1}};
  if (has_bug("reads-as-grid")) steps = {{0, 2}, {2, 0}, {2, 2}, {2, -2}};
  if (has_bug("no-horizontal")) steps.erase(steps.begin());
  if (has_bug("one-diagonal")) steps.pop_back();
  int longest = has_bug("runs-of-2") ? 2 : has_bug("runs-of-4") ? 4 : 3;
  set<int> runs;
  for (int i = 0; i < 16; i++)
    for (auto step : steps) {
      int run = 0;
      pair<int, int> at = place[i];
      for (int k = 0; k < longest; k++) {
        auto found = cell.find(at);
        if (found == cell.end()) break;
        run |= 1 << found->second;
        runs.insert(run);
        at.first += step.first, at.second += step.second;
      }
    }
  vector<char> wins(1 << 16, 0);
  for (int board = (1 << 16) - 2; board >= 0; board--)
    for (int run : runs)
      if (!(board & run) && !wins[board | run]) wins[board] = 1;
  if (has_bug("one-wrong-board")) wins[0x2b51] = !wins[0x2b51];
  if (has_bug("empty-board-loses")) wins[0] = 0;
  if (has_bug("full-board-wins")) wins[0xffff] = 1;
  int cases;
  cin >> cases;
  if (has_bug("last-is-missing")) cases--;
  if (has_bug("array-of-5000") && cases > 5000) abort();
  while (cases-- > 0) {
    int board = 0;
    char c;
    for (int i = 0; i < 16; i++) cin >> c, board |= (c == '*') << i;
    int empty = 16 - __builtin_popcount(board);
    if (has_bug("hangs-on-5") && empty == 5)
      hang();
    if (has_bug("no-full-stop")) cout << (wins[board] ? "Possible" : "Impossible") << "\n";
    else cout << (wins[board] ? "Possible." : "Impossible.") << "\n";
    if (has_bug("ends-early") && empty == 7) exit(3);
  }
  if (has_bug("extra-line")) cout << "done\n";
}

// ---- nine -------------------------------------------------------------------

struct Deal {
  int owner[4][9];
  vector<signed char> known = vector<signed char>(2 * 25 * 25 * 25 * 25, -1);

  // State of a suit: 0 closed, else 1 + 6 * below + above around the nine.
  bool wins(array<int, 4> suits, int mover, int left[2]) {
    if (left[0] == 0 || left[1] == 0) return left[mover] == 0;
    int key = has_bug("forgets-turn") ? 0 : mover;
    for (int state : suits) key = key * 25 + state;
    if (known[key] >= 0 && !has_bug("no-memory")) return known[key];
    bool can = false, won = false;
    auto lay = [&](int suit, int rank, int state) {
      if (rank < 0 || rank > 8 || owner[suit][rank] != mover) return;
      if (has_bug("no-aces") && rank == 8) return;
      can = true;
      array<int, 4> next = suits;
      next[suit] = state;
      left[mover]--;
      won = won || !wins(next, 1 - mover, left);
      left[mover]++;
    };
    for (int suit = 0; suit < 4; suit++) {
      int state = suits[suit];
      if (state == 0) {
        lay(suit, 3, 1);
      } else {
        int below = (state - 1) / 6, above = (state - 1) % 6;
        if (below < 3) lay(suit, 3 - below - 1, state + 6);
        if (has_bug("down-first") && below < 3) continue;
        if (above < 5) lay(suit, 3 + above + 1, state + 1);
      }
    }
    if (!can) won = has_bug("stuck-loses") ? false : !wins(suits, 1 - mover, left);
    known[key] = won;
    return won;
  }
};

void nine() {
  string card;
  while (cin >> card) {
    Deal deal;
    for (int i = 0; i < 36; i++) {
      if (i) cin >> card;
      int rank = int(string("6789TJQKA").find(card[0])), suit = int(string("CDSH").find(card[1]));
      deal.owner[suit][rank] = i / 18;
    }
    int left[2] = {18, 18};
    int first = has_bug("bob-first") ? 1 : 0;
    bool won = deal.wins({0, 0, 0, 0}, first, left);
    if (has_bug("always-bob")) won = first != 0;
    if (has_bug("crashes-on-four-nines") && deal.owner[0][3] + deal.owner[1][3] +
        deal.owner[2][3] + deal.owner[3][3] == 4)
      abort();
    cout << (won == (first == 0) ? "Alice" : "Bob") << "\n";
  }
}

// ---- piles ------------------------------------------------------------------

void piles() {
  int p, k, first_k = -1, pile = 0;
  while (cin >> p >> k) {
    if (has_bug("k-too-small")) k--;
    if (has_bug("k-too-large")) k++;
    if (has_bug("k-below-10")) k = min(k, 9);
    if (first_k < 0) first_k = k;
    if (has_bug("first-k-for-all")) k = first_k;
    if (has_bug("hangs-on-k-10") && k == 10) hang();
    int sum = 0, largest = 0;
    for (pile = 0; pile < p; pile++) {
      int n;
      cin >> n;
      vector<int> cards(n), array(1000);
      for (int &card : cards) cin >> card;
      if (has_bug("array-of-1000")) array.at(n) = 1;
      if (has_bug("ten-is-one"))
        for (int &card : cards) card = card == 10 ? 1 : card;
      if (has_bug("twenty-cards") && n > 20) n = 20;
      if (has_bug("fifty-piles") && pile >= 50) n = 0;
      if (has_bug("top-first")) reverse(cards.begin(), cards.end());
      vector<int> grundy(n + 1, 0);
      for (int height = 1; height <= n; height++) {
        set<int> options;
        for (int d = 0; d <= k && d < height; d++) {
          int take = cards[height - d - 1];
          if (has_bug("never-the-whole-pile") && take == height - d) continue;
          if (take <= height - d) options.insert(grundy[height - d - take]);
          else if (has_bug("takes-what-is-left")) options.insert(0);
        }
        if (has_bug("discards-all") && k >= height) options.insert(0);
        while (options.count(grundy[height])) grundy[height]++;
        if (has_bug("at-most-7")) grundy[height] = min(grundy[height], 7);
      }
      if (has_bug("three-bits")) grundy[n] &= 7;
      if (has_bug("last-pile-only")) sum = 0;
      if (has_bug("adds")) sum += grundy[n];
      else sum ^= grundy[n];
      largest = max(largest, grundy[n]);
    }
    bool wins = sum != 0;
    if (has_bug("misere") && largest <= 1) wins = !wins;
    cout << (wins ? "Alice can win." : "Bob will win.") << "\n";
    if (has_bug("one-case")) return;
  }
}

// ---- nim --------------------------------------------------------------------

void nim() {
  int cases;
  cin >> cases;
  while (cases--) {
    int n;
    cin >> n;
    long long sum = 0, heap, largest = 0;
    if (has_bug("crashes-at-10000") && n >= 10000) abort();
    vector<long long> heaps;
    for (int i = 0; i < n; i++) {
      cin >> heap;
      heaps.push_back(heap);
      if (has_bug("first-1000") && i >= 1000) continue;
      if (has_bug("forgets-the-first") && i == 0) continue;
      if (has_bug("bytes")) heap &= 255;
      if (has_bug("thirteen-bits")) heap &= 8191;
      if (has_bug("sums")) sum += heap;
      else if (has_bug("parity")) sum ^= heap & 1;
      else sum ^= heap;
      largest = max(largest, heap);
    }
    bool wins = sum != 0;
    if (has_bug("misere") && largest <= 1) wins = !wins;
    if (has_bug("one-heap-wins") && n == 1) wins = true;
    if (has_bug("one-two-three") && heaps == vector<long long>{1, 2, 3}) wins = true;
    if (has_bug("sum-of-4096-loses") && sum == 4096) wins = false;
    if (has_bug("largest-wins") && largest >= 9999) wins = true;
    if (has_bug("many-heaps-win") && n > 4096) wins = true;
    cout << (wins ? "Yes" : "No") << "\n";
  }
}

// ---- euclid -----------------------------------------------------------------

void euclid() {
  int cases;
  cin >> cases;
  while (cases--) {
    long long a, b;
    cin >> a >> b;
    if (a < b && !has_bug("unordered")) swap(a, b);
    if (has_bug("divides-by-difference") && a == b) abort();
    if (has_bug("golden-ratio")) {
      cout << (a == b || a > 1.618 * b ? "Stan wins" : "Ollie wins") << "\n";
      continue;
    }
    if (has_bug("golden-float")) {
      bool wins = a == b || float(a) / float(b) > 1.6180339887f;
      cout << (wins ? "Stan wins" : "Ollie wins") << "\n";
      continue;
    }
    if (has_bug("doubles-overflow") && b > (1 << 30) && a > b) {
      cout << "Stan wins\n";
      continue;
    }
    vector<long long> quotients;
    for (; b; swap(a, b)) quotients.push_back(a / b), a %= b;
    // The first player with a choice of multiples decides the parity; at the last
    // quotient there always is one.
    size_t first = 0;
    long long choice = has_bug("chooses-from-3") ? 3 : 2;
    while (first + 1 < quotients.size() && quotients[first] < choice) first++;
    bool wins = first % 2 == 0;
    if (has_bug("equal-numbers-lose") && quotients.size() == 1 && quotients[0] == 1) wins = false;
    if (has_bug("twenty-steps") && first >= 20) wins = true;
    if (has_bug("never-chooses")) wins = quotients.size() % 2 == 1;
    if (has_bug("one-at-a-time")) {
      long long all = 0;
      for (long long times : quotients) all += times;
      wins = all % 2 == 1;
    }
    cout << (wins ? "Stan wins" : "Ollie wins") << "\n";
  }
}

// ---- calendar ---------------------------------------------------------------

int month_length(int year, int month) {
  if (month == 2) {
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return leap ? 29 : 28;
  }
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

void calendar() {
  typedef array<int, 3> Date;
  const Date last = {2006, 11, 4};
  map<Date, bool> wins;
  vector<Date> dates;
  for (int year = 1900; year <= 2006; year++)
    for (int month = 1; month <= 12; month++)
      for (int day = 1; day <= 31; day++)
        if (day <= month_length(year, month) && Date{year, month, day} <= last)
          dates.push_back({year, month, day});
  for (size_t i = dates.size(); i-- > 0;) {
    auto [year, month, day] = dates[i];
    bool won = i + 1 < dates.size() && !wins[dates[i + 1]];
    Date next = month == 12 ? Date{year + 1, 1, day} : Date{year, month + 1, day};
    bool jumps = next <= last && day <= month_length(next[0], next[1]);
    // If the next month is too short, rolls over into the month after it.
    if (has_bug("rolls-over") && !jumps && next <= last) {
      next = {next[0], next[1] + 1, day - month_length(next[0], next[1])};
      jumps = next <= last;
    }
    if (jumps && !wins[next]) won = true;
    wins[dates[i]] = won;
  }
  int cases;
  cin >> cases;
  while (cases--) {
    int year, month, day;
    cin >> year >> month >> day;
    bool won = wins[{year, month, day}];
    if (has_bug("one-wrong-date") && year == 1954 && month == 7 && day == 13) won = !won;
    if (has_bug("last-day-wins") && year == 2006 && month == 11 && day == 4) won = true;
    if (has_bug("first-day-crashes") && year == 1900 && month == 1 && day == 1) abort();
    if (has_bug("no-exceptions")) won = (month + day) % 2 == 0;
    if (has_bug("one-exception")) won = (month + day) % 2 == 0 || (month == 9 && day == 30);
    cout << (won ? "YES" : "NO") << "\n";
  }
}

int depth_of(int n) {
  volatile char frame[2048] = {};
  return n == 0 ? 0 : depth_of(n - 1) + 1 + frame[n % 2048];
}

// ---- ed ---------------------------------------------------------------------

void ed() {
  int cases;
  cin >> cases;
  while (cases--) {
    int n;
    cin >> n;
    long long sum = 0;
    if (has_bug("crashes-at-20000") && n >= 20000) abort();
    if (has_bug("deep-recursion") && depth_of(n) != n) return;
    for (int i = 0; i < n; i += 2) {
      long long a, b;
      cin >> a >> b;
      if (has_bug("first-1000") && i >= 1000) continue;
      if (has_bug("forgets-the-last") && n > 2 && i + 2 == n) continue;
      if (has_bug("at-most-a-billion")) a = min(a, 1000000000LL), b = min(b, 1000000000LL);
      long long bits = (a - 1) | (b - 1);
      if (has_bug("twenty-bits")) bits &= (1 << 20) - 1;
      if (has_bug("thirty-bits")) bits &= (1 << 30) - 1;
      if (has_bug("forgets-minus-1")) bits = a | b;
      if (has_bug("both")) bits = (a - 1) & (b - 1);
      int zero = 0;
      while (bits >> zero & 1) zero++;
      if (has_bug("counts-from-1")) zero++;
      if (has_bug("equal-piles-cancel") && a == b) zero = 0;
      if (has_bug("adds")) sum += zero;
      else sum ^= zero;
    }
    cout << (sum ? "YES" : "NO") << "\n";
  }
}

// Writes the answers in another layout, or in another order.
void write_lines(const string &text) {
  vector<string> lines;
  istringstream in(text);
  for (string line; getline(in, line);) lines.push_back(line);
  if (has_bug("reversed")) reverse(lines.begin(), lines.end());
  if (has_bug("first-answer-for-all"))
    for (string &line : lines) line = lines[0];
  if (has_bug("one-late") && lines.size() > 1) {
    lines.insert(lines.begin(), lines[0]);
    lines.pop_back();
  }
  string end = has_bug("crlf") ? "\r\n" : has_bug("blank-lines") ? "\n\n" : "\n";
  for (size_t i = 0; i < lines.size(); i++) {
    if (has_bug("lower-case"))
      for (char &c : lines[i]) c = char(tolower(c));
    if (has_bug("blanks-before")) cout << " ";
    cout << lines[i];
    if (has_bug("blanks-after")) cout << "  ";
    if (i + 1 < lines.size() || !has_bug("no-last-line-feed")) cout << end;
  }
}

int main(int count, char **words) {
  ios::sync_with_stdio(false);
  cin.tie(nullptr);
  string game = count > 1 ? words[1] : "";
  bug = count > 2 ? words[2] : "";
  map<string, function<void()>> games = {{"numbers", numbers},
                                         {"boxes", boxes},
                                         {"marbles", marbles},
                                         {"nine", nine},
                                         {"piles", piles},
                                         {"nim", nim},
                                         {"euclid", euclid},
                                         {"calendar", calendar},
                                         {"ed", ed}};
  if (!games.count(game)) return 2;
  ostringstream written;
  streambuf *output = cout.rdbuf(written.rdbuf());
  games[game]();
  cout.rdbuf(output);
  write_lines(written.str());
  if (has_bug("exit-code")) return 1;
}
