//! Small programs, one per construct of the code generator.

use kibitz_rules::fault::Limits;

use super::back_ends::BackEnds;

/// A game of two numbers, a bool and a list, with the given `moves`.
fn compare(name: &str, head: &str, moves: &str) {
    let text = format!(
        "{head}\ndef start():\n    yield 3, 5, True, [4, 1, 2, 7]\n\n\
         def moves(a, b, flag, xs):\n{moves}\n"
    );
    let mut back_ends = BackEnds::new(name, &text, &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(back_ends.compiled.left_out(), &[], "{name}");
    let mut rng = fastrand::Rng::with_seed(7);
    back_ends.explore(40, 400, &mut rng);
}

macro_rules! pieces {
    ($($name:ident: $head:expr, $moves:expr;)*) => {
        $(#[test]
        fn $name() {
            compare(stringify!($name), $head, $moves);
        })*
    };
}

pieces! {
    sums: "", "    yield a + b, a - b, flag, xs\n    yield a * b, -a, not flag, xs";
    constants_at_the_edge: "", "    yield a + 1, b - 1, flag, xs\n    yield a + 9223372036854775807, b - 9223372036854775807, flag, xs";
    division: "", "    if b != 7:\n        yield a // b, a % b, flag, xs\n    yield a // 3, a % 3, flag, xs\n    yield a // -3, b % -3, flag, xs\n    yield a // 8, b % 8, flag, xs\n    q, r = divmod(a, b)\n    yield q, r, flag, xs";
    small_division: "", "    a = a % 10\n    b = b % 7 + 1\n    yield a // b, a % b, flag, xs\n    yield a // 5, a % 5, flag, xs";
    shifts: "", "    yield a >> 3, b >> 70, flag, xs\n    yield 1 << a % 60, 5 << b % 60, flag, xs\n    yield a >> b % 80, 0 << b % 80, flag, xs\n    yield a << b, a, flag, xs";
    negative_shift: "", "    yield a >> b, a, flag, xs";
    bits: "", "    yield a & b, a | b, flag, xs\n    yield a ^ b, ~a, flag, xs\n    yield a & 255 | b & 15, (a & 31) ^ (b & 7), flag, xs";
    powers: "", "    yield a ** 2, b ** 3, flag, xs\n    yield pow(a, b % 5, 7), 2 ** (b % 70), flag, xs\n    yield a ** b, 1, flag, xs";
    functions_of_numbers: "from math import gcd, isqrt\nfrom kibitz import popcount\n", "    yield abs(a), gcd(a, b), flag, xs\n    yield isqrt(abs(a)), popcount(b), flag, xs\n    yield min(a, b), max(a, b, 3), flag, xs";
    comparisons: "", "    yield a < b, a <= b < 7, a == b != 3, xs\n    yield a > 3, 2 <= a <= 5, flag == (a > b), xs\n    if not (a < b or b < 3) and flag:\n        yield 1, 2, flag, xs";
    order_of_tuples: "", "    yield (a, b) < (b, a), (a, 1) == (1, b), (a, b) >= (3, 5, 1), xs\n    best = min((a, b), (b, a), (3, 3))\n    yield best[0], best[1], flag, xs";
    order_of_lists: "", "    ys = [a, b]\n    yield xs < ys, xs == [4, 1, 2, 7], xs >= ys, xs\n    zs = xs[:]\n    zs.append(a)\n    yield xs < zs, xs == zs, flag, xs";
    membership: "T = [1, 5, 9]\n", "    yield a in xs, b not in T, a in (3, b), xs\n    yield a in range(2, 9), b in range(9, 2, -3), a in range(b), xs\n    yield (a, b) in [(1, 2), (3, 5)], 0, flag, xs";
    searches_in_constants: "S = {1, 5, 9, -3}\nD = {1: 10, -2: 20, 7: 5}\nW = {0: 1, 900: 2, 5: 3, 100: 4}\nT = (3, 3, 4, 2**62)\n", "    yield a in S, b in D, a % 10 in (1, 2, 5), xs\n    yield D.get(a, -1), D.get(b % 9, 0), a in W, xs\n    yield W.get(b, 8), T.index(a) if a in T else 9, b in [1, 1, 2, 3], xs\n    yield (a % 70 - 3) in {0, 30, 60, 62}, a in {-9223372036854775807, -9223372036854775800, -9223372036854775801}, flag, xs\n    yield b in {9223372036854775807, 9223372036854775806, 9223372036854775805}, D[a % 9], flag, xs\n    yield [5, 3, 9, 3].index(b), a, flag, xs";
    indices: "T = [[1, 2], [3], [4, 5, 6]]\n", "    yield xs[a % 4], xs[-1], flag, xs\n    yield xs[a], T[b % 3][0], flag, xs";
    indices_that_stay_the_same_in_a_loop: "T = [2, 3, 4]\n", "    n = 0\n    while n < b % 50:\n        n += T[a] + 1\n    yield n, b, flag, xs\n    for i in range(b % 50):\n        n += xs[a]\n    yield n, b, flag, xs\n    ys = [5, 6, 7]\n    for i in range(b % 50):\n        n += ys[a]\n    yield n, b, flag, xs";
    indices_of_nothing: "def change(ys, k):\n    ys[k] ^= 3\n    return len(ys)\n", "    yield a, b, flag, xs\n    ys = [7] * 0\n    if flag:\n        ys[a] += 1\n    yield ys[b], change([], a), flag, xs";
    ragged: "T = [[1, 2], [3], [4, 5, 6]]\nU = [(1, [2, 3]), (4, [5])]\n", "    for row in T:\n        yield len(row), row[a % len(row)], flag, xs\n    yield T[a % 3][b % 2], len(T[a % 3]), flag, xs\n    n, row = U[b % 2]\n    yield n, row[a % 2], flag, xs";
    changed_lists: "", "    ys = xs\n    ys[a % 4] = b\n    yield a, xs[0], flag, xs\n    zs = xs[:]\n    zs[1] += 5\n    yield a, zs[1] - xs[1], flag, zs\n    xs[b] = 0\n    yield a, b, flag, ys";
    shared_lists: "", "    ys = [a, b, 0, 0]\n    zs = ys if flag else xs\n    zs[0] = 7\n    yield ys[0], xs[0], flag, zs\n    if a > 3:\n        us = ys\n    else:\n        us = xs\n    us[1] += 1\n    yield ys[1], xs[1], flag, us";
    growing_lists: "", "    ys = []\n    for i in range(a % 9):\n        ys.append(i * b % 11)\n        if i % 3 == 2:\n            ys.append(ys.pop())\n    while len(ys) < 4:\n        ys.append(9)\n    yield len(ys), ys[-1], flag, ys[:4]\n    ys.insert(b % 7, 5)\n    ys.insert(-2, 6)\n    yield ys.count(9), ys.index(5), flag, ys[-4:]\n    ys.extend(xs)\n    ys += ys\n    yield ys.pop(0), ys.pop(-3), flag, ys[1:9:2]";
    appended_while_gone_through: "", "    ys = [a % 5, b % 5]\n    for y in ys:\n        if len(ys) < 9:\n            ys.append(y + 1)\n    yield len(ys), ys[-1], flag, ys[:4]";
    popped_while_gone_through: "", "    n = 0\n    ys = xs[:]\n    for y in reversed(ys):\n        n += y\n        if n > a:\n            ys.pop()\n    yield n, len(ys), flag, xs";
    list_methods: "", "    ys = xs.copy()\n    ys.reverse()\n    yield a, b, flag, ys\n    ys.sort()\n    yield a, b, flag, ys\n    ys.remove(2)\n    ys.append(1)\n    yield a, b, flag, ys\n    ys.clear()\n    yield len(ys), b, flag, xs";
    slices: "T = [1, 2, 3, 4, 5, 6, 7]\n", "    yield len(xs[a % 5:b % 5]), len(T[a:b]), flag, T[1:5]\n    yield sum(T[::-2]), sum(T[a % 9::b % 3 + 1]), flag, xs[::-1]\n    yield sum(T[a:b:-1]), sum(xs[-a % 5:]), flag, [0] * 2 + xs[:2]";
    repeats: "", "    ys = [a % 3] * (b % 6)\n    yield len(ys), sum(ys), flag, [b] * 4\n    ys *= 2\n    yield len(ys), sum(ys), flag, (xs + ys)[:4]";
    rows: "", "    t = tuple(xs)\n    yield t[a % 4], len(t), flag, list(t)\n    yield t < tuple(reversed(xs)), t.count(a), flag, list(t + (a, b))[2:]\n    u = tuple(x for x in xs if x > a)\n    yield len(u), u == t, flag, xs";
    comprehensions: "", "    yield sum(xs), sum(x * x for x in xs if x > a % 5), any(x == a for x in xs), xs\n    yield max(xs), min(x - b % 9 for x in xs), all(x < 9 for x in xs), [x + 1 for x in xs]\n    ys = [x * y for x in xs for y in range(b % 4) if x != y]\n    yield len(ys), sum(ys), flag, xs\n    yield max((x for x in xs if x > a), default=-1), min(xs, key=lambda x: -x), flag, sorted(xs)\n    yield sum([[i * j for j in range(3)] for i in range(3)][a % 3]), 0, flag, sorted(xs, reverse=flag)";
    sorted_by_key: "", "    ys = sorted(xs, key=lambda x: (x % 3, -x))\n    yield ys[0], ys[-1], flag, ys\n    zs = sorted([(x % 2, x) for x in xs], reverse=True)\n    yield zs[0][0], zs[0][1], flag, [z[1] for z in zs]\n    yield max(zs)[1], min(zs, key=lambda z: z[1])[0], flag, xs";
    loops: "", "    n = 0\n    for i in range(a % 20):\n        if i == b % 7:\n            continue\n        if n > 40:\n            break\n        n += i\n    else:\n        n += 1000\n    yield n, a, flag, xs\n    for i in range(10, a % 12, -3):\n        n ^= i\n    for i in reversed(range(a % 5, b % 30, 4)):\n        n += i\n    yield n, b, flag, xs";
    numbers_near_the_limit: "", "    n = 0\n    for i, x in enumerate(xs, 9223372036854775804):\n        n ^= i + x % 1\n    yield n % 9, a, flag, xs\n    yield sum(i % 5 for i, x in enumerate(xs, 9223372036854775807 - b)), a, flag, xs\n    yield sum(i ^ x for i, x in enumerate(range(a % 3), b)), a, flag, xs";
    sums_after_paths_that_fault: "", "    ys = xs[:]\n    while ys:\n        y = ys.pop()\n        for z in (y, y):\n            if b == -100:\n                a = max(xs[9] for _ in xs)\n            if {a, b}.isdisjoint({1, 7}):\n                continue\n            a += 1\n    yield sum(xs) % 7, max(xs) % 1009, flag, xs\n    yield min(xs, key=lambda x: x % 5) % 3, a % 9, any(x > a for x in xs), xs";
    dynamic_steps: "", "    s = a % 5 - 2\n    n = 0\n    for i in range(3, 20, s):\n        n = n * 3 + i\n        if n > 100000:\n            break\n    yield n, len(range(b % 50, -3, -4)), flag, xs";
    while_loops: "", "    x = a % 100\n    n = 0\n    while x != 1 and n < 30:\n        if x % 2 == 0:\n            x //= 2\n        else:\n            x = 3 * x + 1\n        n += 1\n    else:\n        n += 100\n    yield n, x, flag, xs\n    k = 0\n    while True:\n        k += 1\n        if k * k > b % 50:\n            break\n    yield k, b, flag, xs\n    i = 3\n    while i > 0:\n        i -= 1\n        xs[i] = k\n    yield k, b, flag, xs";
    pairs: "", "    for i, x in enumerate(xs):\n        yield i, x, flag, xs\n    for i, (x, y) in enumerate(zip(xs, [a, b]), 5):\n        yield i, x + y, flag, xs\n    for x, y in zip(range(a % 6), xs):\n        yield x, y, flag, xs\n    for x in (a, b):\n        yield x, 0, flag, xs";
    names_never_bound: "", "    for i in range(a % 3):\n        last = i\n    yield b, 0, flag, xs\n    yield last, i, flag, xs";
    names_bound_by_one_branch: "", "    if a > 3:\n        c = b\n    if flag:\n        yield a, c, flag, xs\n    if a > 3:\n        yield c, c, flag, xs";
    lists_never_bound: "", "    for i in range(a % 3):\n        ys = [i, 1, 2, 3]\n    yield a, b, flag, ys";
    unpacking: "", "    p, q, r, s = xs\n    yield p, q, flag, [s, r, q, p]\n    a, b = b, a\n    yield a, b, flag, xs\n    xs[0], xs[1] = xs[1], xs[0]\n    yield a, b, flag, xs\n    i = a % 4\n    i, xs[i] = b % 3, 50\n    yield i, b, flag, xs";
    wrong_lengths: "", "    ys = xs[:a % 5]\n    p, q = ys\n    yield p, q, flag, xs";
    wrong_fields: "", "    yield a, b, flag, xs[:a % 6] + xs[:b % 3]";
    frozen: "T = [1, 2, 3, 4]\n", "    ys = T if a > 5 else xs\n    yield a, b, flag, ys\n    ys[0] = 9\n    yield a, b, flag, T";
    frozen_outright: "T = [1, 2, 3, 4]\n", "    yield a, b, flag, T\n    if a > 4:\n        T.append(1)\n    yield a, b, flag, T";
    frozen_inside: "T = [[1, 2, 3, 4], [5, 6, 7, 8]]\n", "    row = T[a % 2]\n    yield row[b % 4], 0, flag, row\n    rows = [xs, row]\n    rows[b % 2][1] = 3\n    yield xs[1], 0, flag, xs";
    asserts: "", "    assert a < 6, \"too large\"\n    yield a, b, flag, xs\n    assert xs";
    values_of_and_and_or: "", "    yield a and b, a or b, flag and a > 2, xs\n    yield (a % 3 or b % 2 or 7), (a and b and 5), flag or a < b, xs\n    yield len(xs and [a]), 0 if a else 1, flag, xs or [1, 2, 3, 4]";
    helpers: "def twice(x):\n    return 2 * x\n\ndef pick(ys, k):\n    for i, y in enumerate(ys):\n        if y == k:\n            return i\n    return -1\n\ndef change(ys, k):\n    ys[k % 4] = 0\n", "    yield twice(a), pick(xs, b), flag, xs\n    change(xs, a)\n    yield twice(twice(b)), pick([3, 5, a], 5), flag, xs\n    change(xs, 1)\n    yield a, b, flag, xs";
    helpers_that_return_lists: "def swap(ys, i, j):\n    zs = ys[:]\n    zs[i], zs[j] = zs[j], zs[i]\n    return zs\n\ndef choose(ys, zs, which):\n    if which:\n        return ys\n    return zs\n", "    yield a, b, flag, swap(xs, 0, 3)\n    yield a, b, flag, swap(xs, a % 4, b % 4)\n    ys = choose(xs, [a, b, a, b], flag)\n    ys[0] += 1\n    yield xs[0], ys[0], flag, ys";
    optional_values: "def find(ys, k):\n    for i, y in enumerate(ys):\n        if y == k:\n            return i\n    return None\n", "    i = find(xs, a)\n    if i is None:\n        yield a, 0, flag, xs\n    else:\n        yield a, i + 1, flag, xs\n    j = find(xs, b)\n    yield j is None, i == j, i is not None, xs\n    if j is not None:\n        yield a, j + 0, bool(i), xs";
    recursion: "def fib(n):\n    if n < 2:\n        return n\n    return fib(n - 1) + fib(n - 2)\n\ndef total(ys, i):\n    if i == len(ys):\n        return 0\n    return ys[i] + total(ys, i + 1)\n\ndef fill(ys, i):\n    if i < len(ys):\n        ys[i] += i\n        fill(ys, i + 1)\n", "    yield fib(a % 12), total(xs, 0), flag, xs\n    fill(xs, b % 5)\n    yield a, b, flag, xs";
    recursion_with_lists: "def subsets(ys):\n    if not ys:\n        return [[0]]\n    rest = subsets(ys[1:])\n    return rest + [[ys[0]] + r for r in rest]\n\ndef even(n):\n    return True if n == 0 else odd(n - 1)\n\ndef odd(n):\n    return False if n == 0 else even(n - 1)\n", "    all_of = subsets(xs)\n    yield len(all_of), sum(all_of[a % 16]), even(b % 9), xs";
    one_list_several_times: "def same(ys):\n    return ys\n", "    row = [1, 2]\n    grid = [row for _ in range(b % 4)]\n    row.append(a)\n    yield sum(len(r) for r in grid), sum(sum(r) for r in grid), flag, xs\n    pairs = [(i, row) for i in range(b % 4)]\n    row[0] = 7\n    yield sum(p[1][0] for p in pairs), len(grid), flag, xs\n    last = [0]\n    same_rows = [same(last) for _ in range(a % 4)]\n    last[0] = 5\n    yield sum(r[0] for r in same_rows), 0, flag, xs\n    best = sorted([row, last, row], key=lambda r: r[0])\n    last[0] = 9\n    yield best[0][0], best[-1][0], flag, xs";
    keys_that_change_lists: "def put(ys, y):\n    ys.append(y)\n    return len(ys)\n", "    zs = [0]\n    t = min([(i,) for i in range(b % 9)] + [(1, 1)], key=lambda v: put(zs, v[0]))\n    yield len(zs), t[0], flag, xs\n    ys = sorted(range(a % 9), key=lambda y: -put(zs, y))\n    yield sum(zs), len(ys), flag, xs\n    yield max(range(5), key=lambda y: put(zs, y)), zs[-1], flag, xs";
    items_without_words: "T = [1, 2, 3]\n", "    m = [()] * (a if a > 0 else 2)\n    yield T[len(m) >> 47], len(m) << 3, flag, xs\n    m.append(())\n    m += m\n    m *= 2\n    yield T[len(m) >> 47], len(sorted(m)), (m + m) == m, xs\n    n = [None] * (b if b > 0 else 2) + [None]\n    yield T[len(n) >> 47], len(n[1:]), None in n, xs";
    lists_of_lists: "", "    grid = [[0] * 3 for _ in range(3)]\n    grid[a % 3][b % 3] = 1\n    row = grid[a % 3]\n    row[0] += 5\n    grid[0] = row\n    yield sum(sum(r) for r in grid), grid[a % 3][0], flag, xs\n    ragged = [[a], [a, b], []]\n    ragged[b % 3].append(7)\n    yield len(ragged[b % 3]), len(ragged[0]), flag, xs\n    same = [row] * 2\n    same[0][1] = 8\n    yield same[1][1], row[1], flag, xs";
    tuples_in_lists: "T = [(1, 2), (3, 4), (5, 6)]\n", "    ps = [(x, i) for i, x in enumerate(xs)]\n    ps.append((a, b))\n    ps.sort()\n    x, i = ps[a % 5]\n    yield x, i, (a, b) in ps, xs\n    dx, dy = T[b % 3]\n    yield dx, dy, flag, [p[0] for p in ps][:4]\n    yield ps.index((a, b)), ps.count((a, b)), flag, xs";
    deep_loops: "", "    n = 0\n    for i in range(40):\n        for j in range(40):\n            for k in range(40):\n                if i * j + k == a:\n                    n += 1\n                    last = k\n    yield n, b, flag, xs\n    yield last, n, flag, xs";
    again: "from kibitz import again, move\n", "    yield again(a + 1 & 255, b, flag, xs)\n    yield move(\"x\", again(b, a, flag, xs))\n    yield move(\"y\", b, a, flag, xs)";
    yields_of_tuples: "def pair(a, b, flag, xs):\n    return b, a, flag, xs\n", "    t = a, b, not flag, xs\n    yield t\n    yield pair(a, b, flag, xs)";
    loops_over_tables: "T = [(i * 7 % 13, i) for i in range(50)]\n", "    n = 0\n    for x, y in T:\n        if x == a % 13:\n            n += y\n        if y > b:\n            break\n    yield n, b, flag, xs";
    swapped_in_a_loop: "", "    ys, zs = xs, [a, b, 1, 2]\n    for i in range(b % 9):\n        ys, zs = zs, ys\n        ys[i % 4] += i\n    yield a, b, flag, ys\n    yield a, b, flag, zs\n    yield a, b, flag, xs";
    names_of_moves: "from kibitz import move\n", "    name = f\"{a} and {b:>3}\" + str(xs) * 2\n    yield move(name, a, b, flag, xs)\n    other = \", \".join(str(10 // x) for x in xs)\n    letter = \"abcdefgh\"[a]\n    yield move(other + letter, b, a, flag, xs)";
    defaults: "n = 3\ndef f(x, y=n, zs=[n, n + 1, n + 2]):\n    return x + y * zs[x % 3]\nn = 50\n", "    yield f(a), f(b, 2), flag, xs\n    yield f(a, zs=xs), f(y=a, x=b), flag, xs";
    defaults_that_are_changed: "def f(x, seen=[0]):\n    seen[0] += x\n    return seen[0]\nfirst = f(3)\n", "    yield first, f(a, xs), flag, xs\n    if b > 6:\n        yield f(a), b, flag, xs";
    snapshots: "", "    for i in range(4):\n        xs[i] += 1\n        yield a, b, flag, xs\n        xs[i] -= 1\n    for i in range(a % 4):\n        xs[i] = 0\n        yield a, b, flag, xs";
}

/// Limits are faults in compiled code too, never a crash.
#[test]
fn limits_are_faults() {
    let text = "def start():\n    yield 5\n\ndef deep(n):\n    return 0 if n == 0 else 1 + deep(n - 1)\n\n\
                def moves(n):\n    yield deep(n)\n\ndef over(n):\n    while n != 0:\n        n += 1\n    return 1\n";
    let limits = Limits {
        fuel: 100_000,
        depth: 300,
    };
    let mut back_ends = BackEnds::with_limits("limits.py", text, &[], limits).unwrap();
    for n in [0, 1, 297, 298, 299, 300, 5_000, -1] {
        back_ends.compare(&[n]);
    }
    let limits = Limits {
        fuel: 100_000_000,
        depth: 4_000_000,
    };
    let mut back_ends = BackEnds::with_limits("deep.py", text, &[], limits).unwrap();
    let moves = back_ends.program.roles.moves.unwrap();
    assert_eq!(back_ends.run(moves, &[1_000]), Some(vec![1_000, 0]));
    assert_eq!(
        back_ends.run(moves, &[1_000_000]),
        None,
        "the stack is finite"
    );
}

/// Values with more words than a call can pass are interpreted, never a crash.
#[test]
fn values_of_too_many_words_are_interpreted() {
    let game = |head: &str, body: &str| {
        format!("{head}def start():\n    yield 0, 5\n\ndef moves(k, x):\n    if k == 0:\n{body}")
    };
    let wide: Vec<String> = (0..70).map(|i| format!("i + {i}")).collect();
    let items = format!("        m = [({}) for i in range(x)]\n", wide.join(", "));
    let popped = game(
        "",
        &format!("{items}        yield 1, sum(m.pop(0)) + len(m)\n"),
    );
    let inserted = game(
        "",
        &format!("{items}        m.insert(0, m[1])\n        yield 1, sum(m[0])\n"),
    );
    let last = game(
        "",
        &format!("{items}        yield 1, sum(m.pop()) + len(m)\n"),
    );
    for (name, text, is_compiled) in [
        ("popped", popped, false),
        ("inserted", inserted, false),
        ("last", last, true),
    ] {
        let mut back_ends =
            BackEnds::new(name, &text, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            back_ends.compiled.left_out().is_empty(),
            is_compiled,
            "{name}"
        );
        for x in 0..9 {
            back_ends.compare(&[0, x]);
        }
    }
}

/// A function whose stack frame would not fit below the stack limit is
/// interpreted. All values come from two branches and are used later, so that
/// each needs a stack slot; names are short because the file size is limited.
#[test]
fn functions_with_large_frames_are_interpreted() {
    let name = |i: usize| {
        let digit = |n: usize| char::from_digit(n as u32 % 36, 36).unwrap();
        let first = char::from(b'A' + (i / 36 / 36) as u8);
        format!("{first}{}{}", digit(i / 36), digit(i))
    };
    let game = |values: usize| {
        let set = |add: usize| -> String {
            let lines = (0..values).map(|i| format!("  {}={}\n", name(i), i + add));
            lines.collect()
        };
        let used: String = (0..values).map(|i| format!(" t^={}\n", name(i))).collect();
        let (some, others) = (set(0), set(1));
        let all = format!(" if x>3:\n{some} else:\n{others} t=x\n{used}");
        format!("def start():\n yield 0,5\n\ndef moves(k,x):\n{all} if k==0:\n  yield 1,t\n")
    };
    // The frame has eight bytes per value, and at most 32,768.
    for (values, refused) in [
        (1500, &[][..]),
        (4150, &["a function with too large a stack frame"]),
    ] {
        let mut back_ends =
            BackEnds::with_limits("frames.py", &game(values), &[], Limits::default()).unwrap();
        let left_out = back_ends.compiled.left_out().iter();
        let why: Vec<&str> = left_out.map(|(_, why)| why.what.as_str()).collect();
        assert_eq!(why, refused, "{values} values");
        let moves = back_ends.program.roles.moves.unwrap();
        for x in [0, 3, 4, 9] {
            let add = i64::from(x <= 3);
            let all = (0..values as i64).fold(x, |t, i| t ^ (i + add));
            assert_eq!(
                back_ends.interpreted(moves, &[0, x]).ok(),
                Some(vec![1, all, 0])
            );
            back_ends.compare(&[0, x]);
        }
    }
}

/// Arena and row space grow as needed.
#[test]
fn arena_and_row_space_grow() {
    let text = "def start():\n    yield 5\n\ndef moves(n):\n    ys = []\n    for i in range(n):\n        ys.append(i)\n        yield i + len(ys)\n";
    let mut back_ends = BackEnds::new("rooms.py", text, &[]).unwrap();
    for n in [0, 1, 100, 10_000, 300_000, 3] {
        back_ends.compare(&[n]);
    }
}
