// Vocabulary that is a crime only in company: a false adjective, a kind of paper, somebody else's phone.
import type { TermSet } from '../engine/types.js';

export const ILLEGAL_CONCEPTS: readonly TermSet[] = [
  {
    // Crimes by name: a subject of defence, news and law as often as of an offer.
    id: 'crime',
    strict: true,
    terms: `forged, forgeries, forgery, counterfeit, counterfeits, counterfeited, carding, carder, carders, skimmers, dumps, cloned card*, clone cards, cloned cards, card clones, ransomware, keygens, keygen, crypter*, stealer, stealers, infostealer*, info stealer*, password stealer*, booter, booters, stresser, stressers, botnet, botnets, tumbler, tumblers, spyware, stalkerware*, keylogger*, trojan, trojans, malware, rootkit*, exploit kit, phishing, smishing, vishing, phish, slaves, slave, kidnapping, kidnap, kidnaps, arson, extortion, extort, blackmail, smuggler*, smuggled, smuggling, smuggle, contraband, looted, poached, poachers, money launder*, laundering, launder, launders, laundered, ponzi*, pyramid scheme*, rug pull*, rugpull*, pump and dump*, romance scam*, love scam*, insider information, insider tips, knockoff*, knock offs, bootleg*, stolen, hacked, leaked database*, leaked databases, leaked credential*, breached database*, remote access trojan*, cryptojack*, webshell*, zero day*, zero days, 0day*, 0days, doxx*, doxing, doxed, swatting, people smuggl*, human smuggl*, human trafficking, human traffick*, organ trafficking, organ trade, revenge porn*, sextortion*, contract killing*, contract killer*, hitman, hitmen, assassin*, acid attack*, terror attack*, terrorist*, pirated, piracy, cracked, nulled, warez, fake review*, fake reviews, fake account*, fake followers, identity theft, identity fraud, credit card fraud, wire fraud, fraud, frauds, scam, scams, scammer*, scamming, defraud*, money mule*, mules, mule, fullz, cvv, cvvs, ddos, backdoor*, sim swap*, bribe*, bribery, tax evasion, poison, poisons, murder*, kill, bodies, robbery, burglar*, shoplift*, jammer, jammers, skimming, embezzl*, ransom, estafa*, fraude*, falso, falsos, falsa, falsas, falsific*, robad*, robo, hackead*, gefalscht*, gestohlen*, gehackt*, betrug*, faux, fausse*, vole, voles, volee, volees, pirate*, arnaque*, roubad*, clonad*, falsificad*, golpe*, поддельн*, фальшив*, краден*, украден*, ворован*, взлом*, мошенн*, фишинг*, 假, 伪造, 偽造, 盗, 盜, 诈骗, 詐騙, 钓鱼, 釣魚, 黑客, 駭客, 偽, 盗難, 詐欺, フィッシング, ハッキング, 위조, 가짜, 도난, 해킹, 사기, مزور*, مزيف*, مسروق*, احتيال, نصب, اختراق*, تصيد,
      木马, 木馬, 入侵, ابتزاز, ransomware kit`,
  },
  {
    // Lending an account to move other people's money; pages that pretend to be a bank's.
    id: 'mule.account',
    terms: `your bank account, your account, in your account, bank account, your iban, your paypal, strangers money, other people s money, into your account, tu cuenta bancaria, dein konto, bankkonto, votre compte, sua conta, ваш счет, вашу карту, 银行卡, 口座, 계좌, حسابك البنكي,
      account is idle, idle account, idle accounts, let it earn, rent your account, lend your account, your card, your bank card, your debit card, alquila tu cuenta, presta tu cuenta, konto vermieten, konto zur verfugung, pretez votre compte, louez votre compte, alugue sua conta, empreste sua conta, сдать карту, аренда карт, 出租银行卡, 出租账户, 口座を貸, 통장 대여, ايجار حساب`,
  },
  {
    id: 'mule.act',
    terms: `forward it, forward the money, pass it on, passes through, pass through, send it on, send it abroad, transfer it, wire it, keep ten percent, keep 10, keep a percentage, keep a cut, your cut, commission, rent out, lend us, let us use, receive payments, receive transfers, receive money, no questions, where it came from, strangers, quedate con, behalte, gardez, fique com, проценты, 抽成, 報酬,
      money lands, money arrives, funds land, funds arrive, keep three percent, keep four percent, keep five percent, keep six percent, keep seven percent, keep eight percent, keep nine percent, keep fifteen percent, keep 3, keep 5, keep 6, keep 7, keep 8, keep 12, keep 15, the rest goes, rest goes on, send the rest, forward the rest, pass the rest, wire the rest, before the bank, never tell the bank, never tell the branch, do not tell the bank, tell the branch, tell the bank, as usdt, as bitcoin, as crypto, by crypto, withdraw it, withdraw and, quedate un, el resto, den rest, le reste, o resto, остальн*, 其余, 剩下, 残り, 나머지, الباقي,
      返佣, 佣金, 借我们, 收购, 不用问, 从哪来, 租卡, 收卡, 日结`,
  },
  {
    id: 'login.page',
    terms: `login page*, log in page*, sign in page*, signin page*, login form*, bank page*, pages of banks, bank login*, banking page*, payment page*, pagina* de login, pagina* de inicio, anmeldeseite*, pages de connexion, paginas de login, страниц* входа, 登录页, ログインページ, ログイン画面, 로그인 페이지, صفحات تسجيل`,
  },
  {
    id: 'login.capture',
    terms: `cloned, clone of, clones of, copies of, copy of the big, lookalike, look alike, look like, looks like, imitat*, mimic*, capture*, record whatever, records whatever, record what, collect the password*, collects the password*, harvest*, recipient types, victim types, what the victim, whatever password, passwords typed, clonad*, kopiert*, copie*, поддельн*, 仿冒, 偽, 가짜, مزيف*`,
  },
  {
    id: 'false.adj',
    strict: true,
    terms: `fake, counterfeit, forged, bogus, falsified, falso, falsos, falsa, falsas, falsificad*, gefalscht*, faux, fausse, fausses, falsifi*, contrefait*, поддельн*, фальшив*, липов*, 假, 伪造, 偽造, 偽, ニセ, 贋, 위조, 가짜, مزور*, مزيف*, falszyw*, podrobion*, sahte, valse, nep, falsi, false`,
  },
  {
    id: 'stolen.adj',
    strict: true,
    terms: `stolen, hacked, carded, skimmed, pirated, cracked, nulled, bootleg, looted, smuggled, robad*, hackead*, pirata*, gestohlen*, gehackt*, geklaut*, gecrackt*, vole, voles, volee, volees, pirate, pirates, piratee*, roubad*, clonad*, crackead*, краден*, ворован*, украден*, взломан*, пиратск*, 被盗, 盗取, 盗版, 盗難, 盗んだ, 海賊版, 도난, 훔친, 불법복제, مسروق*, مقرصن*, skradzion*, kradzion*, calinti*, korsan*, gestolen, gehackte, rubat*, pirat*`,
  },
  {
    id: 'stolen.thing',
    terms: `account*, card, cards, credit card*, debit card*, data, login*, credential*, password*, paypal, netflix, spotify, car, cars, vehicles, phones, iphones, smartphones, laptops, electronics, goods, merchandise, identit*, passports, software, games, game, apps, plugins, themes, scripts, movies, films, series, music, ebooks, windows, office, adobe, photoshop, cuentas, tarjetas, datos, coches, moviles, peliculas, programas, juegos, konten, karten, daten, autos, handys, comptes, cartes, donnees, voitures, logiciels, contas, cartoes, dados, carros, celulares, filmes, аккаунт*, карт*, данн*, машин*, телефон*, программ*, игр*, 账号, 账户, 信用卡, 资料, 手机, 软件, アカウント, カード, 携帯, ソフト, 계정, 카드, 휴대폰, حسابات, بطاقات, بيانات, سيارات, هواتف, konta, karty, hesap*, kart*, accounts, kaarten, carte, account`,
  },
  {
    id: 'crime.offer',
    terms: `for hire, for rent, as a service, on demand, to order, for sale, buy, order, sell, sells, selling, sold, rent, rents, hire, kit, kits, builder*, panel*, affiliate*, template*, templates, ready made, premade, turnkey, wholesale, bulk, shipped, ships, delivered, delivery, in stock, fresh, cheap, price*, pay, payment, escrow, telegram, bitcoin, btc, crypto, monero, guaranteed, undetectable, undetected, untraceable, no trace, anonymous, discreet*, nobody will, no one will, resell*, vendor*, marketplace*, market, shop, store, subscription, plans from, per hour, a day, lifetime, unlimited, hosting included, tutorial*, guide, how to, learn to, earn, customers, target*, victim list, name the target, we do the rest, we do, we will, we sell, we ship, proof, half up front, success rate, balance, with pin, with balance, high balance, all banks, any bank, vend*, compra*, a la venta, envio*, kauf*, verkauf*, bestell*, versand, vendre, achet*, livr*, venda, vendemos, compre, продаж*, прода*, куп*, заказ*, на заказ, аренд*, 出售, 代办, 办理, 购买, 接单, 批发, 代做, 販売, 購入, 代行, 請負, 판매, 구매, 대행, 의뢰, بيع, للبيع, شراء, نبيع, خدمه, خدمة, خدمات,
      extra fee, for a fee, for an extra, on subscription, subscribe, per target, per head, bundle, guide, script*, panel access,
      pay by the minute, test shot`,
  },
  {
    id: 'id.paper',
    terms: `passport, passports, driving licen*, drivers licen*, driver licen*, driver s licen*, licence, license, licences, licenses, id, ids, id card*, identity card*, identity, identities, diploma*, degree, degrees, transcript*, certificate*, visa, visas, permit, permits, green card*, birth certificate*, social security, residence permit*, papers, documents, document, bank statement*, payslip*, utility bill*, sick note*, doctor s note*, doctors note*, medical certificate*, prescription pad*, vaccine card*, vaccination*, receipt*, invoice*, ticket, tickets, banknote*, bank notes, notes, bills, euros, dollars, euro notes, currency, cash, cheque*, coins, pasaporte*, dni, permiso*, carnet, carnets, titulo*, billete*, ausweis*, reisepass*, passe, fuhrerschein*, zeugnis*, diplom, geldschein*, passeport*, permis, papiers, diplome*, billets, carte d identite, passaporte*, cnh, rg, identidade*, diplomas, cedulas, notas, carteira*, паспорт*, водительск*, прав*, диплом*, документ*, удостоверен*, купюр*, справк*, аттестат*, 护照, 護照, 身份证, 身份證, 驾照, 駕照, 文凭, 文憑, 学历, 學歷, 毕业证, 畢業證, 钞票, 鈔票, 发票, 證件, 证件, 签证, パスポート, 旅券, 免許証, 身分証, 卒業証書, 学位, 証明書, 紙幣, 在留カード, 여권, 신분증, 면허증, 졸업장, 지폐, 증명서, جواز*, جوازات, رخصه, رخص, هويه, هويات, شهاده, شهادات, وثائق, بطاقات, عملات, نقود, paszport*, dowod*, prawo jazdy, dyplom*, banknot*, pasaport*, ehliyet*, kimlik*, diploma, paspoort*, rijbewij*, patente, passaport*, carta d identita, banconot*,
      booklet*`,
  },
  {
    id: 'id.false',
    terms: `fake, fakes, false, forged, counterfeit*, novelty, replica, bogus, phoney, phony, scannable, that scan, scans at, real looking, real-looking, look real, looks real, looks genuine, realistic, genuine looking, authentic looking, indistinguishable, passes, pass any, pass every, passes any, pass the, pass under, that pass, pass for, hold up, holds up, registered in the database, in the official database, official database, entered in, without exam*, without the exam, without the test, without a test, without test*, without studying, without study*, without attending, without classes, without lessons, no exam*, no test, no tests, no study*, no attendance, never attended, you never, no lessons, new identity, second identity, another identity, under another name, any name, any nationality, any country, any university, any year, any date, any amount, backdated, hologram*, watermark and hologram, uv, microprint*, undetectable, printed on, printed to order, made to order, we print, we make, we forge, blank, blanks, falso*, falsa*, falsific*, sin examen*, sin estudiar, que pasan, cualquier control, gefalscht*, falsch*, unecht*, ohne prufung*, ohne studium, faux, fausse*, falsifi*, contrefait*, sans examen*, sans etudes, qui passent, falsific*, sem prova*, sem exame*, sem estudar, que passam, поддельн*, фальшив*, липов*, без экзамен*, без учебы, без сдачи, с занесением, гознак, 假, 伪造, 偽造, 仿真, 免考, 不用考, 无需考试, 代办, 以假乱真, 仿, 偽, ニセ, 贋, 偽物, 試験なし, 試験不要, 本物そっくり, 見分けがつかない, 위조, 가짜, 시험 없이, مزور*, مزيف*, مقلد*, بدون امتحان, بدون دراسه, بدون دراسة, falszyw*, podrobion*, bez egzamin*, sahte, sinavsiz, vals, valse, nep, zonder examen, fals*, senza esame*, contraffatt*,
      our printers, our press, printed overnight, chip included, chip programmed, any name you like, any name you choose, in any name, works at any bar, gets you past, past the bouncer, past any bouncer, bouncer*, make up the, made up for, stamps included, apostille included, without setting foot, never set foot, without ever, will forge, can forge, forge a, forge any,
      guards believe, officers believe, life you would rather, stamps for the, chip and stamps`,
  },
  {
    id: 'id.strong',
    terms: `without exam*, without the exam, without the test, without a test, without test*, without studying, without study*, without attending, without classes, without lessons, no exams, no classes, no study*, never attended, another name, under another name, in another name, any name you, new identity, second identity, real database, official database, in the database, real registered, pass inspection, passes inspection, pass any check, passes any check, pass every check, pass a border, passes a border, passes border, any border, hold up at, holds up at, scans like, scan like, that scan, scans at, looks like the real, indistinguishable from, like the real thing, real looking, looks real, backdated, sin examen*, sin estudiar, que pasan, cualquier control, ohne prufung*, ohne studium, ohne examen, sans examen*, sans etudes, qui passent, sem prova*, sem exame*, sem estudar, без экзамен*, без учебы, без сдачи, с занесением, 免考, 不用考, 无需考试, 以假乱真, 試験なし, 試験不要, 本物そっくり, 見分けがつかない, 시험 없이, بدون امتحان, بدون دراسه, بدون دراسة, bez egzamin*, sinavsiz, zonder examen, senza esame*,
      sin pisar, sin autoescuela, ohne fahrschule, ohne fahrstunden, sans auto ecole, sem autoescola, sem auto escola, без автошкол*, 不用学车, 教習所に通わず, 학원 없이`,
  },
  {
    id: 'spouse',
    terms: `wife, husband, spouse, girlfriend, boyfriend, ex, exes, lover, fiance*, cheating, cheater*, cheats, cheat, unfaithful, infidel*, his, her, him, she, someone, anyone, any person, any phone, employees secretly, ehefrau, ehemann, freundin, pareja, esposa, esposo, novia, novio, conjoint*, femme, mari, copine, esposa, marido, namorad*, жен*, муж*, девушк*, парн*, супруг*, 老婆, 老公, 妻子, 丈夫, 女友, 男友, 另一半, 配偶, 对象, 妻, 夫, 彼女, 彼氏, 恋人, 浮気, 相手, 아내, 남편, 애인, 배우자, زوجتك, زوجك, زوجه, زوج, حبيبتك, شريك, zona, zony, meza, partnera, esinin, esinizin, sevgili*, vrouw, man, moglie, marito, fidanzat*, your, jealous partner*, a partner, his partner, her partner, their partner, cheating partner*, your partner,
      ihrem, seinem, sie merkt, er merkt`,
  },
  {
    id: 'phone.secrets',
    terms: `messages, texts, chats, whatsapp, call log*, calls, location, phone, phones, camera, microphone, photos, dms, inbox, gmail, instagram, snapchat, keystroke*, screen, mensajes, movil, celular, telefono, nachrichten, handy, standort, messages, telephone, mensagens, celular, localizacao, сообщени*, переписк*, телефон*, звонк*, геолокац*, 手机, 手機, 微信, 聊天记录, 聊天, 短信, 定位, 位置, 通话, 通話, スマホ, line, メッセージ, 位置情報, トーク, 携帯, 휴대폰, 폰, 카톡, 위치, 메시지, هاتف, رسائل, واتساب, موقع, مكالمات, telefon, wiadomosci, mesajlar*, telefoon, berichten, telefono, messaggi`,
  },
  {
    id: 'secretly',
    terms: `secretly, secret, in secret, without knowing, without them knowing, without her knowing, without him knowing, without their knowledge, without her knowledge, without his knowledge, without consent, without their consent, never know*, never notice*, never find out, will not know, wont know, wont notice, nobody will know, no one will know, invisible, invisibly, hidden, hides itself, hide its icon, no icon, undetect*, unnoticed, silently, stealth*, covert*, behind their back, see everything, reads everything, everything on, mirror*, remotely install*, no need to touch, without touching, spy*, spies, stalk*, eavesdrop*, snoop*, bug their, sin que lo sepa, sin que se entere, sin que sepa, oculta*, invisible, espia*, heimlich*, unbemerkt*, unsichtbar*, ohne wissen, ohne dass, a son insu, a l insu, sans qu, en secret, invisible, espion*, sem que, escondid*, invisivel, espion*, espiao, незаметно, скрыт*, тайно, тайком, втайне, без ведома, слежк*, следит*, шпион*, 偷偷, 悄悄, 隐藏, 隱藏, 不知情, 不被发现, 毫无察觉, 不会发现, 监控, 監控, 监视, 監視, 窃听, こっそり, 気づかれ*, 知られず, バレず*, バレない, 内緒, 隠れて, 盗み見, 監視, 몰래, 들키지, 감시, سرا, سري*, بدون علم, دون علم, دون ان يعلم, خفي, مراقبه, مراقبة, تجسس, ukryt*, potajemnie, bez wiedzy, niewidoczn*, gizlice, haberi olmadan, fark etmeden, stiekem, ongemerkt, onzichtbaar, di nascosto, a sua insaputa, invisibil*, noticing, without noticing, without her noticing, without him noticing, notices nothing, notice nothing, never suspects,
      nobody notices, no one notices, looks like a clock, looks like a charger, looks like a, disguised, silent, no beep, speaker removed,
      merkt nichts, merkt es nicht, bemerkt nichts, no se entera, ne remarque rien, nao percebe, ничего не заметит`,
  },
  {
    id: 'harm.verb',
    terms: `break, breaks, breaking, broken, crush, smash, smashed, burn, burns, beat, beats, beat up, rough up, hurt, hurts, maim, cripple, attack, stab, shoot, kill, kills, eliminate, eliminates, erase, remove, removes, disappear, disappears, vanish, vanishes, silence, silenced, take care of, taken care of, take out, threaten, threatens, frighten, scare, intimidat*, punish, teach a lesson, gone, dead, accident*, dispose, get rid of, deal with, handled, permanent*, forever, for good, kneecap*,
      hospital, crutches, wheelchair, coma, leave town, leaves town, never bother, never bothers, stop bothering, stops bothering, no longer bother*, taught a lesson, a lesson they, stop talking, stops talking, stop breathing, wake up in, swim with, go for a swim, long walk`,
  },
  {
    id: 'harm.object',
    terms: `legs, leg, bones, bone, knees, kneecaps, arms broken, fingers, teeth, someone, somebody, anyone, anybody, a person, people, the person, rival, rivals, an ex, your ex, witness, witnesses, spouse, enemy, enemies, target, targets, business partner, debtor*, whoever owes, who owes, the name, his house, her house, their house, their car, his car, problem person, problem people, problems, problem, obstacle*,
      whoever stands in your way, anyone who stands in your way, stands in your way, stand in your way, problem people,
      ex husband*, ex wife, snitch*, informant*, neighbour*, neighbor*, landlord*, tenant*, heir*, boss, in law*, business rival*,
      difficult partner*, difficult people, difficult person, difficult relative*, awkward relative*`,
  },
  {
    id: 'harm.body',
    terms: `legs, leg, bones, bone, knees, kneecaps, fingers, teeth`,
  },
  {
    id: 'other.people',
    terms: `any, anyone, anyone s, anyones, someone, someone s, someones, someone elses, other people*, others, your ex, partner s, partner, wife*, husband*, girlfriend*, boyfriend*, rival*, victim, target, targets, hire, for hire, on demand, order, service, services, stolen, strangers, cualquier*, jedes, jeden, n importe, qualquer, любой, любую, любого, любые, чужие, чужой, чужую, на заказ, 任何, 他人, 别人, 代, 任意, 他人の, 誰でも, 代行, 남의, 타인, 대행, اي, أي, الاخرين, للايجار`,
  },
  {
    id: 'people.only',
    terms: `kidney*, brides, organs, organ donors, paid donors, hold their passports, passports we hold, whose passports,
      donor in weeks, donor is paid, paid donors, paid donor*, waiting list, transplant list, passports stay with, passports held, passport held`,
  },
  {
    id: 'crime.word',
    strict: true,
    terms: `ransomware, counterfeit, fullz, warez, botnet, phishing, malware, keylogger, laundering, hitman, `,
  },
  {
    id: 'harm.pay',
    terms: `half up front, half upfront, half now, half after, half in advance, up front, escrow, untraceable, no trace*, no body, nobody will ever, no questions*, name the target, name a target, name and the city, the name and, photo and address, target and, our men, our people, our contractors, our team will, professionals, ex military, ex soldier*, veterans, clean job, fee, pay, paid, payment, price*, bitcoin, crypto, looks like an accident, look like an accident, like an accident, discreet*, quiet*, permanent solution, solution,
      pay them a visit, our boys, permanently removed, not walk for, 打手,
      half when, tell us the name, name and the route, route home, papers print it, photo and routine, daily routine`,
  },
  {
    id: 'rating',
    terms: `review, reviews, ratings, rating, stars, star reviews, five star, 5 star, one star, 1 star, testimonials, feedback, followers, likes, votes, upvotes, resena*, opiniones, bewertung*, avis, avaliac*, отзыв*, 评论, 評論, 好评, 好評, レビュー, 口コミ, 리뷰, تقييم*, مراجعات, opinii, opinie, yorum*, recensioni,
      opinion, opinions, glowing words`,
  },
  {
    id: 'rigged',
    terms: `fake, fakes, bot, bots, aged accounts, thousands of accounts, hundreds of accounts, real looking accounts, never bought, never used your, never tried, without buying, written by our, we write, we post, buy, bought, purchase, sell, for sale, guaranteed five, guaranteed 5, flood, floods, bury, buries, bomb, bombs, drown, on demand, any number, packages of, packs of, 100, 500, 1000, competitor*, rival*, verified purchase without, undetected by, bypass amazon, avoid detection, falsas, comprar, gekauft*, kaufen, gefalscht*, faux, acheter, comprar, накрутк*, фейк*, купить, 假, 刷, 购买, 代写, 水军, 偽, やらせ, サクラ, 代行, 購入, 조작, 가짜, 구매, مزيف*, وهمي*, شراء, falszyw*, kup, sahte, satin, false, finte, comprare,
      never ate there, never been there, never stayed, who never, aged profile*, site will not notice, not notice, one star for rivals`,
  },
  {
    id: 'profit',
    terms: `profit, profits, return, returns, roi, payout*, income, earn, earnings, earned, money, deposit, deposits, investment, invest, invested, investors, bitcoin, btc, crypto, ethereum, usdt, coins, capital, passive income, put in, take out, send, ganancia*, rendimiento*, inversion*, beneficio*, gewinn*, rendite*, einzahl*, gain, gains, rendement*, placement*, lucro*, rendimento*, investimento*, прибыл*, доход*, вклад*, инвест*, выплат*, 收益, 利润, 回报, 投资, 本金, 返利, 利潤, 投資, 利益, 月利, 配当, 元本, 수익, 투자, 원금, ربح, ارباح, أرباح, عائد*, استثمار*, zysk*, kazanc*, winst, profitt*, guadagn*,
      pay in, pay in once, pays out`,
  },
  {
    id: 'too.good',
    terms: `guaranteed, guarantee, guarantees, risk free, no risk, zero risk, never lose, cannot lose, cant lose, double, doubles, doubled, doubling, triple, triples, tripled, tenfold, ten times, 10x, 100x, in 24 hours, in a day, in a week, within a week, within 24 hours, every day, daily, per day, a day, each day, overnight, never stop, forever, for life, invite friends, invite three, invite two, invite others, recruit, recruits, recruiting, referrals below, members below, people below, people you bring, new members pay, next members, joining fee, join fee, entry fee, sure win, sure profit, 100 sure, secret method, loophole, glitch, insider, garantizad*, sin riesgo, duplica*, diari*, garantiert*, risikofrei, ohne risiko, verdoppel*, taglich*, garanti*, sans risque, double*, doublez, par jour, quotidien*, garantid*, sem risco, dobr*, por dia, diari*, гарантир*, без риска, удво*, в день, ежедневн*, 保证, 保本, 稳赚, 零风险, 无风险, 翻倍, 每日, 每天, 日息, 必赚, 穩賺, 保證, 無風險, 必ず, 絶対, 確実, 保証, 毎日, 倍に, 倍増, リスクなし, 보장, 무조건, 매일, 두배, 확실, مضمون*, بدون مخاطر, ضعف, مضاعف*, يومي*, gwarantowan*, bez ryzyka, codzien*, garantili, risksiz, her gun, gegarandeerd*, zonder risico, garantit*, senza rischi, pro tag, al dia, al giorno, per dag, am tag, in 24 stunden, en 24 horas, en 24 heures, em 24 horas, за сутки, за день, 24 часа, 24小时, 24時間, 하루, 24 ساعه, 24 ساعة, خلال, a week, per week, weekly, a month, per month, from their deposits, earn from their,
      2 daily, 3 daily, 5 daily, 10 daily, 100 profit, 300 profit, 200 return*, 300 return*, 500 return*,
      pay you for ever, pays you for ever, pay you forever, pays you forever, those below, below you pay, bring four, bring three, bring five, they bring, payout doubles, no product needed, no product`,
  },
  {
    id: 'dirty.money',
    terms: `dirty money, dirty cash, dirty coins, dirty crypto, black money, undeclared, unreported, off the books, hot money, proceeds of, ill gotten, tainted, questionable origin, unexplained cash, cash without, cash nobody, tax office never, taxman never, tax office will never, irs will never, irs never, hide income, hidden income, hide money, hide cash, shell compan*, straw compan*, fake invoice*, sham invoice*, come out clean, comes out clean, clean coins, clean cash, clean money, clean one*, washed, washes, wash your, break the trail, breaks the trail, break the link, breaks the link, no trail, no paper trail, dinero negro, dinero sucio, schwarzgeld*, argent sale, argent noir, dinheiro sujo, caixa dois, грязн* деньг*, обнал*, черн* нал*, 黑钱, 黑錢, 洗钱, 洗錢, 洗白, 来路不明, 裏金, 資金洗浄, マネロン, 비자금, 검은돈, 돈세탁, اموال قذره, أموال قذرة, غسيل, غسل الاموال, brudne pieniadze, kara para, zwart geld, denaro sporco, coin mixer*, bitcoin mixer*, crypto mixer*, tax office, taxman, tax authorit*, irs,
      grey in, white out, takings in bags, bags of takings, bags of cash, nail bars, minus ten percent, minus twelve, returns them with invoices, returned with invoices`,
  },
  {
    id: 'site.attack',
    terms: `offline, off the internet, off line, down, crash, knock, knocks, flood, floods, overload*, stress, layer 7, layer 4, gbps, packets, holiday, unreachable,
      to bed, to sleep, goes dark, stays dark, go dark, black friday, choose how long`,
  },
  {
    id: 'site.victim',
    terms: `any site, any website, any server, any target, your rival*, your competitor*, competitors, competitor s, rival s, rivals, opponents, enemies, a rival, a competitor, other players, their site, their website, their server, someone s, someones, target s, targets,
      rival shop*, their shop, a shop`,
  },
  {
    id: 'account',
    terms: `account, accounts, inbox, email, instagram, facebook, whatsapp, snapchat, gmail, tiktok, telegram, icloud, social media, profile, profiles, wifi, phone, phones, bank, paypal, password, passwords, grades, database, webcam*, cuenta*, konto, konten, compte*, conta, contas, аккаунт*, страниц*, почт*, пароль, пароли, соцсет*, 账号, 账户, 密码, 微信, 邮箱, アカウント, パスワード, 계정, 비밀번호, حساب*, حسابات, كلمات`,
  },
  {
    id: 'break.in',
    terms: `hack, hacks, hacked, hacking, hacker, hackers, break into, breaks into, get into, gets into, crack, cracks, cracked, take over, takes over, hijack*, steal*, stolen, grab, grabs, harvest*, brute force, bypass 2fa, without the password, without password, someone else s, someone elses, other people s, other peoples, anyone s, anyones, strangers, not yours, any account, hackear, hackea*, hacken, knacken, pirat*, invad*, взлом*, взлам*, 破解, 入侵, 盗取, 黑进, 乗っ取*, 侵入, 突破, 해킹, 뚫, اختراق, تهكير, hackle*, wlam*, kraken, violare,
      you have the password, you get the password, hand you the password, gets no alert, no alert`,
  },
  {
    id: 'media.paid',
    terms: `channels, channel, premium channels, pay tv, pay-tv, sport channels, sky, hbo, netflix, disney, spotify, dazn, cinema, cinemas, theaters, theatres, blockbusters, movies, films, series, software, games, photoshop, adobe, office, windows, autocad, plugins, themes, albums, ebooks, textbooks, courses, apps, canales, peliculas, sender, filme, chaines, films, canais, filmes, канал*, фильм*, программ*, игр*, 频道, 电影, 软件, 影片, 軟體, チャンネル, 映画, ソフト, 채널, 영화, 프로그램, قنوات, افلام, أفلام, برامج,
      ppv, ppv events,
      premiere, premieres, match box, every match`,
  },
  {
    id: 'unpaid',
    terms: `without paying, without a licence, without a license, without licence, without license, without subscription*, without a subscription, nobody pays, cracked, crack, cracks, nulled, pirate, pirated, pirating, patched, activated, activator, serials, license key removed, licence removed, unlocked, decrypt*, before release, on day one, still in the cinema*, still in cinemas, still in theat*, while they are still, same day as cinema*, camcorder, cannot shut down, cannot be shut down, cant shut, shut us down, vpn proof, dmca ignored, dmca ignore, ignores dmca, takedown proof, six euros, five euros, 5 euros, for 5, for 6, a fraction, lifetime account*, shared account*, someone else s, every channel, all channels, all the pay, resellers welcome, ban proof, no ads no fees, gratis, sin pagar, pirata*, kostenlos, geknackt*, gecrackt*, ohne abo, gratuit*, sans payer, sans abonnement, pirat*, cracke*, de graca, sem pagar, sem mensalidade, crackead*, бесплатно, взломан*, пиратск*, кряк*, 免费, 破解, 盗版, 盜版, 免費, 海賊版, 無料, クラック, 불법, 무료, 크랙, مجانا, مقرصن*, مكرك*, كراك,
      all ppv, every ppv, ppv included,
      on their opening day, opening day, contract with the studio*, without the studios, tonight s premiere, premiere tonight, tonights premiere`,
  },
  {
    id: 'people.trade',
    terms: `kidney*, liver, organs, organ, donor kidney*, paid donor*, paid donors, bride, brides, babies, baby, newborn*, infant*, orphan*, workers, maids, domestic workers, migrants, women, girls, children, surrogate baby, human eggs, rinon*, organos, nieren, niere, reins, rein, orgaos, rim, rins, почк*, органы, 肾, 腎, 器官, 婴儿, 新娘, 臓器, 腎臓, 花嫁, 신장, 장기, 신부, كليه, كلى, اعضاء,
      donor, a donor`,
  },
  {
    id: 'people.trade.act',
    terms: `buy a, buy, sell, sells, sold, for sale, paid donor*, delivered, order, shipped, cash for, hold their, keep their, we hold, we keep, passports, without papers, without paperwork, smuggle*, across the border, cross the border, across borders, over the border, border, boat*, no paperwork, auction, highest bidder, cannot leave, never leave, obedient, no wages, unpaid, locked, venta, vender, comprar, kaufen, verkauf*, vendre, achet*, vender, comprar, прода*, купить, 出售, 买, 卖, 販売, 売, 매매, 판매, بيع, للبيع,
      paid in cash, paid cash`,
  },
  {
    // Wording of crime as a service that needs no object.
    id: 'shady',
    terms: `evade police, evade the police, evade law, evade detection, evade customs, avoid detection by police, avoid police, escape police, hide from police, hide from the police, hide from authorities, hide from law, without police, police never, police wont, law enforcement wont, police cannot, untraceable payment*, illegal service*, illegal goods, illegal items, illegal stuff, black market*, blackmarket*, grey import no questions, darknet market*, darknet marketplace*, dark web market*, dark web shop*, dark web store*, darkweb market*, darkmarket*, silk road style, vendor shop darknet, onion market*, fraud, fraudster*, fraudsters, scammer*, scammers marketplace, criminal*, crime as a service, carding forum*, hacking forum*, hacker forum*, hackers market*, stolen, hot goods, fell off a lorry, fell off the back, fell off a truck, no receipts, five finger discount, lifted from, shoplift*, shoplifting, boosted items, boosters, pickpocket*, lock picking burglary, burglary tool*, burglar kit*, relay attack car*, keyless theft, keyless entry thief, car theft, steal cars, steal any car, key programmer without, immobiliser bypass thief, odometer rollback*, mileage correction no, mileage correction, mileage rollback, roll back mileage, rolls back mileage, roll back the mileage, clock cars, radar jammer*, gps jammer*, signal jammer*, cell phone jammer*, cell jammer*, phone jammer*, wifi jammer*, jammer, jammers, alarm jammer*, license plate flipper*, plate flipper*, skim cards, clone keys, clone any key fob, clone key fob*, clone fob*, clone access card*, bribe*, bribery, bribes, pay off officials, crooked cops, corrupt officials, insider at the, insider at dmv, smuggle*, smuggling, smuggled, prison phone*,  drone into prison, tax free cash, off the books cash, key fob relay*, open any car, opens any car, start any car, starts any car, relay box*, start any car, open and start any, unlock any car, mileage of any car, roll back the mileage, cell phone jammer*, gps and cell phone jammer*, phone jammers, home address of anyone, employer of anyone, home address family, boxes to open and start, open and start, relays that open`,
  },
];
