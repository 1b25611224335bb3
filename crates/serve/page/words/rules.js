/**
 * The rules of each game in a few sentences; effects of parameters are in
 * parentheses.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "rules.numbers.title": "Turn all your cards into zeros",
    "rules.numbers.text":
      "Each player holds eight cards with numbers from 0 to 4. A move takes a card a of your own and a card b of your opponent's, neither of them 0, and turns your a into the remainder of a + b divided by 5. The opponent's card stays as it is. The first player with nothing but zeros wins. Infinite play is a draw. (Parameters: the number of cards, the modulus.)",
    "rules.boxes.title": "Make the last move from box to box",
    "rules.boxes.text":
      "Boxes 1, 2, 3, … hold cards. A move takes one or more cards from one box A and puts them into one box B with a smaller number. A + B must be odd and divisible by 3. Cards in boxes 1, 3 and 4 cannot move. The last player to move wins. (Parameter: another list of ways.)",
    "rules.marbles.title": "Place the last marbles",
    "rules.marbles.text":
      "The board is a square of 4 × 4 cells that stands on its corner. A move places marbles on one, two or three empty cells next to each other in a straight line. In the square, lines are rows, columns and both diagonals. Marbles stay where they are. A player who cannot move loses. (Parameters: the shape of the board, the longest run.)",
    "rules.nine.title": "Lay all your cards first",
    "rules.nine.text":
      "36 cards, from six to ace in four suits, are dealt 18 to each player, face up. A move lays a nine of any suit, or a card next to one of its suit on the table: 8, 7, 6 downwards, 10, J, Q, K, A upwards. A player who can lay a card must do so; otherwise the player passes. The first player to lay every card wins. (Parameters: the deal, the suits, the ranks, the opening rank.)",
    "rules.piles.title": "Take as many as the top card says",
    "rules.piles.text":
      "There are several piles of cards with numbers. A move picks a pile and discards up to two cards from its top, or none, but never the whole pile. Then x, the number on the card that is now on top, is the number of cards to remove, including that card. If fewer than x cards are left, the pile cannot be played that way. A player who cannot move loses. (Parameter k: the maximum number of discarded cards.)",
    "rules.nim.title": "Take matches from one heap",
    "rules.nim.text":
      "There are heaps of matches. A move takes any number of matches, at least one, from one heap. The player who takes the last match wins: a player who cannot move loses. (In misère play, a player who cannot move wins.)",
    "rules.euclid.title": "Subtract until a zero appears",
    "rules.euclid.text":
      "There are two numbers. A move subtracts the smaller one, once or several times, from the larger one. The result must not be below 0. The player who makes a zero wins.",
    "rules.calendar.title": "Reach 4 November 2006",
    "rules.calendar.text":
      "The game starts on a date from 1900 on. A move goes to the next day, or to the same day of the next month if there is such a day. Dates after 4 November 2006 are not allowed. The player who reaches 4 November 2006 wins.",
    "rules.ed.title": "Throw one pile away, split the other",
    "rules.ed.text":
      "Piles stand in pairs. A move picks a pair, throws one of its two piles away and splits the other into two piles, neither of them empty, which are the pair from now on. A pair of two single stones cannot be split. A player who cannot move loses.",
    "rules.tictactoe.title": "Three in a row",
    "rules.tictactoe.text":
      "The players mark empty cells of a 3 × 3 board in turn, X first, then O. The first player with three marks in a row, a column or a diagonal wins. A full board without such a line is a tie. (In misère play three in a line lose.)",
    "rules.subtraction.title": "Take one, two or three",
    "rules.subtraction.text":
      "There is one heap of matches. A move takes one, two or three of them. A player who cannot move loses. (Parameters: the numbers that may be taken; in misère play, a player who cannot move wins.)",
    "rules.cram.title": "Place the last domino",
    "rules.cram.text":
      "A move places a domino on two empty cells next to each other, upright or across. Dominoes stay where they are. A player who cannot move loses. (Parameters: rows and columns of the board.)",
    "rules.domineering.title": "Upright against across",
    "rules.domineering.text":
      "Left places dominoes upright, Right across, each on two empty cells next to each other. Dominoes stay where they are. A player who cannot move loses. (Parameters: rows and columns of the board.)",
    "rules.octal.title": "Knock down one pin or two neighbours",
    "rules.octal.text":
      "Each heap is a row of pins. In Kayles, 0.77, a move takes one pin or two neighbours from a row, which may split it into two rows. A player who cannot move loses. (Parameter: the code. Its digit number i after the point says what taking i may leave: 1 nothing, 2 one heap, 4 two heaps, or a sum of these. In misère play, a player who cannot move wins.)",
    "rules.kqk.title": "Mate with the queen",
    "rules.kqk.text":
      "White has a king and a queen; Black has a king. The pieces move as in chess, and neither player may leave their king attacked. A player in checkmate loses. Stalemate and infinite play are draws; there is no fifty-move rule.",
    "rules.krk.title": "Mate with the rook",
    "rules.krk.text":
      "White has a king and a rook; Black has a king. The pieces move as in chess, and neither player may leave their king attacked. A player in checkmate loses. Stalemate and infinite play are draws; there is no fifty-move rule.",
    "rules.kbk.title": "A bishop cannot mate",
    "rules.kbk.text":
      "White has a king and a bishop; Black has a king. The pieces move as in chess, and neither player may leave their king attacked. A player in checkmate loses. Stalemate and infinite play are draws; there is no fifty-move rule.",
    "rules.kbnk.title": "Mate with bishop and knight",
    "rules.kbnk.text":
      "White has a king, a bishop and a knight; Black has a king. The pieces move as in chess, and neither player may leave their king attacked. A player in checkmate loses. Stalemate and infinite play are draws; there is no fifty-move rule.",
    "rules.kqkr.title": "Win the rook with the queen",
    "rules.kqkr.text":
      "White has a king and a queen; Black has a king and a rook. The pieces move as in chess, and neither player may leave their king attacked. A player in checkmate loses. Stalemate and infinite play are draws; there is no fifty-move rule.",
    "rules.krkn.title": "The rook hunts the knight",
    "rules.krkn.text":
      "White has a king and a rook; Black has a king and a knight. The pieces move as in chess, and neither player may leave their king attacked. A player in checkmate loses. Stalemate and infinite play are draws; there is no fifty-move rule.",
    "rules.quixo.title": "Push your cubes into a line",
    "rules.quixo.text":
      "The board is full of cubes, blank at first. A move takes a cube from the border that is blank or your own, turns it to your sign and pushes it in again at another end of its row or column; the cubes between make room. A whole row, column or diagonal of your own sign wins. A player who completes a line of the opponent loses, even if the move also completes one of their own. Infinite play is a draw. (Parameter: cubes on a side.)",
    "rules.teeko.title": "Bring four stones together",
    "rules.teeko.text":
      "Black and Red have four stones each. In turn they drop them on empty cells of a 5 × 5 board, Black first. Then a move takes a stone of your own one step in any direction to an empty cell. Four stones in a row, straight or diagonal, or in a square of 2 × 2 cells win. Infinite play is a draw. (Parameter: in the advanced game the four corners of larger squares win, too.)",
    "rules.dobutsu.title": "Catch the lion",
    "rules.dobutsu.text":
      "Capitals move up, small letters down. A lion (L) goes one step any way, an elephant (E) one step diagonally, a giraffe (G) one step straight, a chick (C) one step forward. A chick that steps to the last rank becomes a hen (H), which goes one step straight or diagonally forward. Captured animals go to the captor's hand and can be put on any empty cell instead of a step; a hen is a chick again. A player wins by capturing the lion, or by moving their own lion to the far rank where it cannot be captured immediately. Infinite play is a draw.",
  },
  zh: {
    "rules.numbers.title": "把自己的牌全部变成 0",
    "rules.numbers.text":
      "双方各有 8 张牌，牌上的数字为 0 到 4。每次行动选自己的一张非零牌 a 和对手的一张非零牌 b，把自己的 a 变成 (a + b) mod 5。对手的牌不变。谁先让手中的牌全部变成 0，谁就获胜。游戏可能无休止地进行下去，那就是平局。（参数：牌数、模数。）",
    "rules.boxes.title": "走最后一步的人获胜",
    "rules.boxes.text":
      "盒子编号为 1、2、3……，里面放着卡片。每次行动从一个盒子 A 取一张或多张卡片，放进一个编号更小的盒子 B。A + B 必须是奇数，并且能被 3 整除。1、3、4 号盒子里的卡片无处可去。走出最后一步的人获胜。（参数：可以另外指定哪些盒子之间能移动。）",
    "rules.marbles.title": "放下最后的弹珠",
    "rules.marbles.text":
      "棋盘是一个竖起来的 4 × 4 方格，共 16 格，呈菱形。每次在同一条直线上相邻的一个、两个或三个空格里放上弹珠。在方格图中，直线可以是横、竖或两个方向的对角线。放好的弹珠不再移动。无法放置的一方输。（参数：棋盘形状、一次最多放几颗。）",
    "rules.nine.title": "先出完手中所有的牌",
    "rules.nine.text":
      "四种花色、从 6 到 A 共 36 张牌，每人 18 张，全部明牌。每次可以打出任意花色的 9，或者打出与桌上同花色的牌相邻的牌：向下依次是 8、7、6，向上依次是 10、J、Q、K、A。能出牌就必须出。出不了只能过，但过并不算输。谁先出完所有的牌，谁获胜。（参数：发牌、花色、点数、起始点数。）",
    "rules.piles.title": "顶牌写几就拿几张",
    "rules.piles.text":
      "桌上有若干堆写着数字的牌。每次选一堆，先从堆顶弃掉 0 到 2 张，但不能弃掉整堆。再看此时顶牌上的数字 x，连同这张牌一起拿走 x 张。如果剩下的牌不足 x 张，就不能这样走。无法行动的一方输。（参数 k：最多可弃的张数。）",
    "rules.nim.title": "从一堆中取石子",
    "rules.nim.text":
      "有若干堆石子。每次选一堆，取走至少一颗，多取不限。取走最后一颗石子的人获胜，也就是说无法行动的一方输。（反常规则 misère：无法行动的一方赢。）",
    "rules.euclid.title": "减到出现 0 为止",
    "rules.euclid.text":
      "有两个数。每次从较大的数中减去较小的数的正整数倍。结果不能小于 0。谁先得到 0，谁获胜。",
    "rules.calendar.title": "走到 2006 年 11 月 4 日",
    "rules.calendar.text":
      "游戏从 1900 年以后的某一天开始。每次可以走到下一天，或者走到下个月的同一天，前提是那一天存在。不能越过 2006 年 11 月 4 日。谁走到 2006 年 11 月 4 日，谁获胜。",
    "rules.ed.title": "扔掉一堆，分开另一堆",
    "rules.ed.text":
      "石子堆两两成组。每次选一组，扔掉其中一堆，再把另一堆分成两个非空的堆，作为新的一组。两堆各只有一颗石子的组不能再分。无法行动的一方输。",
    "rules.tictactoe.title": "三子连线",
    "rules.tictactoe.text":
      "双方轮流在 3 × 3 的棋盘上标记空格，X 先走，O 后走。谁先让自己的三个标记连成一行、一列或一条对角线，谁获胜。棋盘填满仍无人连线就是平局。（反常规则 misère：连成三子的一方输。）",
    "rules.subtraction.title": "取一颗、两颗或三颗",
    "rules.subtraction.text":
      "有一堆石子。每次取走一颗、两颗或三颗。无法行动的一方输。（参数：允许取的数目；反常规则 misère 下，无法行动的一方赢。）",
    "rules.cram.title": "放下最后一块骨牌",
    "rules.cram.text":
      "每一步把一块骨牌放在两个相邻的空格上，横放竖放都可以。骨牌放下后不再移动。无法走的一方输。（参数：棋盘的行数和列数。）",
    "rules.domineering.title": "竖放对横放",
    "rules.domineering.text":
      "左方竖放骨牌，右方横放骨牌，每块占两个相邻的空格。骨牌放下后不再移动。无法走的一方输。（参数：棋盘的行数和列数。）",
    "rules.octal.title": "击倒一个或相邻的两个瓶",
    "rules.octal.text":
      "每一堆是一排瓶子。默认的 0.77（Kayles）中，每次从一排里击倒一个瓶或相邻的两个瓶，剩下的可能分成两排。无法行动的一方输。（参数：代码。小数点后第 i 位表示拿走 i 个后允许剩下什么：1 表示不剩，2 表示剩一堆，4 表示剩两堆，也可以是它们的和。反常规则 misère 下，无法行动的一方赢。）",
    "rules.kqk.title": "用后将死",
    "rules.kqk.text":
      "白方有王和后，黑方只有王。走法与国际象棋相同，不能让自己的王留在被攻击的位置。被将死的一方输：王被攻击而无路可走。王未被攻击但无子可动是和棋，无休止的对局也是和棋：没有五十回合规则。",
    "rules.krk.title": "用车将死",
    "rules.krk.text":
      "白方有王和车，黑方只有王。走法与国际象棋相同，不能让自己的王留在被攻击的位置。被将死的一方输：王被攻击而无路可走。王未被攻击但无子可动是和棋，无休止的对局也是和棋：没有五十回合规则。",
    "rules.kbk.title": "单象无法将死",
    "rules.kbk.text":
      "白方有王和象，黑方只有王。走法与国际象棋相同，不能让自己的王留在被攻击的位置。被将死的一方输：王被攻击而无路可走。王未被攻击但无子可动是和棋，无休止的对局也是和棋：没有五十回合规则。",
    "rules.kbnk.title": "用象和马将死",
    "rules.kbnk.text":
      "白方有王、象和马，黑方只有王。走法与国际象棋相同，不能让自己的王留在被攻击的位置。被将死的一方输：王被攻击而无路可走。王未被攻击但无子可动是和棋，无休止的对局也是和棋：没有五十回合规则。",
    "rules.kqkr.title": "用后战胜车",
    "rules.kqkr.text":
      "白方有王和后，黑方有王和车。走法与国际象棋相同，不能让自己的王留在被攻击的位置。被将死的一方输：王被攻击而无路可走。王未被攻击但无子可动是和棋，无休止的对局也是和棋：没有五十回合规则。",
    "rules.krkn.title": "用车追捕马",
    "rules.krkn.text":
      "白方有王和车，黑方有王和马。走法与国际象棋相同，不能让自己的王留在被攻击的位置。被将死的一方输：王被攻击而无路可走。王未被攻击但无子可动是和棋，无休止的对局也是和棋：没有五十回合规则。",
    "rules.quixo.title": "把自己的方块推成一线",
    "rules.quixo.text":
      "棋盘上摆满方块，开始时全是空白。每次从边上取一个空白的或自己的方块，翻成自己的记号，再从所在行或列的另一端推回去，中间的方块随之移动。自己的记号占满一行、一列或一条对角线即获胜。如果走子使对方连成一线，则自己输，即使同时也连成了自己的一线。无休止的对局是平局。（参数：每边的方块数。）",
    "rules.teeko.title": "把四颗棋子连在一起",
    "rules.teeko.text":
      "黑方和红方各有四颗棋子。双方轮流把棋子放到 5 × 5 棋盘的空格里，黑方先放。放完之后，每次把自己的一颗棋子向任意方向移动一步，走到空格。谁的四颗棋子连成一条横线、竖线或斜线，或者组成 2 × 2 的方块，谁获胜。无休止的对局是平局。（参数：进阶规则下，更大正方形的四个角也算获胜。）",
    "rules.dobutsu.title": "捉住狮子",
    "rules.dobutsu.text":
      "大写字母一方向上走，小写字母一方向下走。狮子（L）可向任意方向走一步，大象（E）斜走一步，长颈鹿（G）直走一步，小鸡（C）向前走一步。小鸡走到最后一行变成母鸡（H），可直走一步或向斜前走一步。被吃的动物归吃方所有，可以代替走棋放到任意空格；母鸡变回小鸡。捉住对方狮子的一方获胜；把自己的狮子走到对方底线且不会马上被吃，也获胜。无休止的对局是平局。",
  },
  ru: {
    "rules.numbers.title": "Превратите все свои карты в нули",
    "rules.numbers.text":
      "У каждого игрока восемь карт с числами от 0 до 4. За ход выбирают свою карту a и карту соперника b, обе не нули, и заменяют свою a остатком от деления a + b на 5. Карта соперника не меняется. Выигрывает тот, у кого первым останутся одни нули. Игра может длиться вечно: тогда это ничья. (Параметры: число карт, модуль.)",
    "rules.boxes.title": "Сделайте последний ход",
    "rules.boxes.text":
      "В коробках 1, 2, 3, … лежат карточки. За ход берут одну или несколько карточек из коробки A и перекладывают в одну коробку B с меньшим номером. Сумма A + B должна быть нечётной и делиться на 3. Из коробок 1, 3 и 4 карточкам идти некуда. Выигрывает тот, кто сделал последний ход. (Параметр: другой список путей.)",
    "rules.marbles.title": "Положите последние шарики",
    "rules.marbles.text":
      "Доска — квадрат из 4 × 4 клеток, стоящий на углу. За ход кладут шарики на одну, две или три соседние пустые клетки одной прямой. Прямые в квадрате — строки, столбцы и обе диагонали. Шарики остаются на местах. Кто не может ходить, проигрывает. (Параметры: форма доски, наибольшая длина ряда.)",
    "rules.nine.title": "Выложите все свои карты первым",
    "rules.nine.text":
      "36 карт, от шестёрки до туза четырёх мастей, раздают по 18 в открытую. За ход кладут девятку любой масти или карту, соседнюю с уже лежащей картой той же масти: вниз 8, 7, 6, вверх 10, J, Q, K, A. Кто может положить карту, обязан это сделать. Кто не может, пропускает ход, и это не проигрыш. Выигрывает тот, кто первым выложил все карты. (Параметры: раздача, масти, достоинства, начальное достоинство.)",
    "rules.piles.title": "Берите столько, сколько велит верхняя карта",
    "rules.piles.text":
      "На столе несколько стопок карт с числами. За ход выбирают стопку и сбрасывают сверху не больше двух карт, можно ни одной, но не всю стопку. Затем смотрят на число x верхней карты и убирают x карт вместе с ней. Если осталось меньше x карт, так ходить нельзя. Кто не может ходить, проигрывает. (Параметр k: сколько карт можно сбросить.)",
    "rules.nim.title": "Берите спички из одной кучи",
    "rules.nim.text":
      "Есть кучи спичек. За ход берут из одной кучи любое число спичек, хотя бы одну. Выигрывает взявший самую последнюю спичку: кто не может ходить, проигрывает. (В игре мизер тот, кто не может ходить, выигрывает.)",
    "rules.euclid.title": "Вычитайте, пока не появится ноль",
    "rules.euclid.text":
      "Есть два числа. За ход из большего вычитают меньшее, один или несколько раз. Результат не может быть меньше нуля. Выигрывает тот, кто получил ноль.",
    "rules.calendar.title": "Дойдите до 4 ноября 2006 года",
    "rules.calendar.text":
      "Игра начинается с даты не раньше 1900 года. За ход переходят к следующему дню или к тому же числу следующего месяца, если такое число есть. Заходить за 4 ноября 2006 года нельзя. Выигрывает тот, кто попал на 4 ноября 2006 года.",
    "rules.ed.title": "Одну кучу выбросьте, другую разделите",
    "rules.ed.text":
      "Кучи стоят парами. За ход выбирают пару, одну её кучу выбрасывают, а другую делят на две непустые: они и составят пару. Пару из двух одиночных камней разделить нельзя. Кто не может ходить, проигрывает.",
    "rules.tictactoe.title": "Три в ряд",
    "rules.tictactoe.text":
      "Игроки по очереди отмечают пустые клетки доски 3 × 3, сначала X, потом O. Выигрывает тот, у кого первым окажутся три своих знака в строке, столбце или на диагонали. Заполненная доска без такой линии — ничья. (В игре мизер три в ряд проигрывают.)",
    "rules.subtraction.title": "Берите одну, две или три",
    "rules.subtraction.text":
      "Есть одна куча спичек. За ход берут одну, две или три. Кто не может ходить, проигрывает. (Параметры: сколько можно брать; в игре мизер тот, кто не может ходить, выигрывает.)",
    "rules.cram.title": "Положите последнюю костяшку",
    "rules.cram.text":
      "Ход: положить костяшку домино на две соседние пустые клетки, стоймя или поперёк. Костяшки остаются на месте. Кто не может ходить, проигрывает. (Параметры: число строк и столбцов доски.)",
    "rules.domineering.title": "Стоймя против поперёк",
    "rules.domineering.text":
      "Левый кладёт костяшки домино стоймя, Правый поперёк, каждую на две соседние пустые клетки. Костяшки остаются на месте. Кто не может ходить, проигрывает. (Параметры: число строк и столбцов доски.)",
    "rules.octal.title": "Сбейте одну кеглю или две соседние",
    "rules.octal.text":
      "Каждая куча — ряд кеглей. В игре Кейлс, 0.77, за ход сбивают одну кеглю или две соседние, и ряд может распасться на два. Кто не может ходить, проигрывает. (Параметр: код. Цифра номер i после точки говорит, что можно оставить, взяв i: 1 — ничего, 2 — одну кучу, 4 — две кучи, или сумма этих чисел. В игре мизер тот, кто не может ходить, выигрывает.)",
    "rules.kqk.title": "Мат ферзём",
    "rules.kqk.text":
      "У белых король и ферзь, у чёрных король. Фигуры ходят как в шахматах; оставлять своего короля под ударом нельзя. Кому поставлен мат, тот проигрывает: король под ударом, а ходов нет. Если ходов нет, но король не под ударом, это ничья; бесконечная игра тоже ничья: правила пятидесяти ходов нет.",
    "rules.krk.title": "Мат ладьёй",
    "rules.krk.text":
      "У белых король и ладья, у чёрных король. Фигуры ходят как в шахматах; оставлять своего короля под ударом нельзя. Кому поставлен мат, тот проигрывает: король под ударом, а ходов нет. Если ходов нет, но король не под ударом, это ничья; бесконечная игра тоже ничья: правила пятидесяти ходов нет.",
    "rules.kbk.title": "Слоном мата не поставить",
    "rules.kbk.text":
      "У белых король и слон, у чёрных король. Фигуры ходят как в шахматах; оставлять своего короля под ударом нельзя. Кому поставлен мат, тот проигрывает: король под ударом, а ходов нет. Если ходов нет, но король не под ударом, это ничья; бесконечная игра тоже ничья: правила пятидесяти ходов нет.",
    "rules.kbnk.title": "Мат слоном и конём",
    "rules.kbnk.text":
      "У белых король, слон и конь, у чёрных король. Фигуры ходят как в шахматах; оставлять своего короля под ударом нельзя. Кому поставлен мат, тот проигрывает: король под ударом, а ходов нет. Если ходов нет, но король не под ударом, это ничья; бесконечная игра тоже ничья: правила пятидесяти ходов нет.",
    "rules.kqkr.title": "Ферзь выигрывает у ладьи",
    "rules.kqkr.text":
      "У белых король и ферзь, у чёрных король и ладья. Фигуры ходят как в шахматах; оставлять своего короля под ударом нельзя. Кому поставлен мат, тот проигрывает: король под ударом, а ходов нет. Если ходов нет, но король не под ударом, это ничья; бесконечная игра тоже ничья: правила пятидесяти ходов нет.",
    "rules.krkn.title": "Ладья ловит коня",
    "rules.krkn.text":
      "У белых король и ладья, у чёрных король и конь. Фигуры ходят как в шахматах; оставлять своего короля под ударом нельзя. Кому поставлен мат, тот проигрывает: король под ударом, а ходов нет. Если ходов нет, но король не под ударом, это ничья; бесконечная игра тоже ничья: правила пятидесяти ходов нет.",
    "rules.quixo.title": "Выстройте свои кубики в линию",
    "rules.quixo.text":
      "Доска заполнена кубиками, сначала пустыми. За ход берут с края пустой или свой кубик, поворачивают его своим знаком вверх и вталкивают с другого конца его ряда или столбца; кубики между ними сдвигаются. Целый ряд, столбец или диагональ своего знака выигрывает. Кто составил линию соперника, проигрывает, даже если тем же ходом составил и свою. Бесконечная игра — ничья. (Параметр: число кубиков на стороне.)",
    "rules.teeko.title": "Соберите четыре фишки вместе",
    "rules.teeko.text":
      "У чёрных и у красных по четыре фишки. По очереди их ставят на пустые клетки доски 5 × 5, чёрные начинают. Затем за ход свою фишку передвигают на один шаг в любую сторону на пустую клетку. Выигрывает тот, чьи четыре фишки стоят в ряд, по прямой или по диагонали, или квадратом 2 × 2. Бесконечная игра — ничья. (Параметр: в усложнённой игре выигрывают и углы больших квадратов.)",
    "rules.dobutsu.title": "Поймайте льва",
    "rules.dobutsu.text":
      "Заглавные буквы ходят вверх, строчные вниз. Лев (L) ходит на один шаг в любую сторону, слон (E) на шаг по диагонали, жираф (G) на шаг по прямой, цыплёнок (C) на шаг вперёд. Цыплёнок, дошедший до последнего ряда, становится курицей (H): она ходит на шаг по прямой или по диагонали вперёд. Взятые звери переходят в руку взявшего, и вместо хода их можно поставить на любую пустую клетку; курица снова становится цыплёнком. Выигрывает тот, кто поймал льва или привёл своего льва на дальний ряд, где его нельзя сразу взять. Бесконечная игра — ничья.",
  },
};
