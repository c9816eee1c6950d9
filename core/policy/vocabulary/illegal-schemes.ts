// Vocabulary of criminal trades that never name themselves: what is dealt in, and how only a crime deals in it.
// Every idea is two sets; one word of each says nothing, a word of the first among several of the second does.
import type { TermSet } from '../engine/types.js';

export const ILLEGAL_SCHEMES: readonly TermSet[] = [
  {
    // Somebody else sits the exam.
    id: 'exam.name',
    terms: `ielts, toefl, toeic, nclex, gre, gmat, lsat, mcat, pte, hsk, cissp, comptia, bar exam, exam, exams, driving theory, theory test, citizenship test, language test, online test*, proctored, proctor*, your test, your final, your finals, final exams, midterm*, certification exam*, licensing exam*, entrance exam*, examen, examenes, prufung*, klausur*, prova, exame, concurso, экзамен*, 考试, 雅思, 托福, 考試, 試験, 検定, 시험, 토익, امتحان, الامتحان, اختبار, الاختبار, egzamin*, sinav*`,
  },
  {
    id: 'exam.proxy',
    terms: `stand in, stands in, stand ins, lookalike, look alike, looks like you, in your place, in your seat, in your chair, in your name, under your name, with your id, sits your, sits it, sit it for you, sits for you, sits the paper, takes it for you, take it for you, takes your, takes the test for, writes it for you, someone else sits, someone else takes, someone brilliant, a graduate sits, proxy, impersonat*, stay home, stay at home, stay in bed, you sleep in, walks in for you, walks in, earpiece*, answers in your ear, answers during, answers by vibration, hidden camera answers, band 7, band 8, band 9, guaranteed band, score guaranteed, pay on score, pay after score, pay when the score, pass or your money, remote into, remotes into, takes over your screen, second screen, webcam never, proctor sees, proctor never, en tu lugar, por ti, an deiner stelle, an ihrer stelle, fur dich schreibt, schreibt fur dich, a votre place, a ta place, no seu lugar, no teu lugar, por voce, вместо вас, за вас, двойник, 替你考, 替您考, 代考, 替考, 包过, 保过, 代わりに受, 身代わり, 替え玉, 대신 시험, 대신 봐, 대신 봅니다, بدلا منك, بدلا عنك, نيابه عنك, نيابة عنك, za ciebie, yerinize`,
  },
  {
    // Entries for vaccines and tests that were never given.
    id: 'vaccine.name',
    terms: `vaccin*, jab, jabs, dose, doses, booster*, covid, measles, yellow fever, green pass, health pass, health certificate*, negative test*, pcr, impf*, vacuna*, vacina*, вакцин*, прививк*, 疫苗, 接种, 接種, ワクチン, 백신, لقاح, اللقاح, تطعيم, التطعيم, asi*, szczepi*`,
  },
  {
    id: 'vaccine.skipped',
    terms: `skip the jab, skip the shot, skip the needle, skip the swab, without the needle, without a needle, without the jab, without the shot, without a shot, without the swab, without vaccination, without being vaccinated, no needle, no jab, no shot needed, no swab, never vaccinated, never injected, goes in the sink, in the bin, down the sink, backdated, arm stays, not in your arm, not your arm, sin pinchazo, sin vacunar*, sin ponerte, ohne spritze, ohne impfung, ohne piks, ohne pieks, sans piqure, sans vaccin*, sans injection, sem tomar, sem vacina*, sem picada, без прививк*, без укола, без вакцинац*, 不打针, 不用打, 免打, 不打, 接種せず, 接種なし, 打たずに, 접종 없이, 안 맞고, بدون تطعيم, بدون لقاح, دون تطعيم`,
  },
  {
    id: 'vaccine.entry',
    terms: `entry, entries, registry, register, database, qr, qr code*, scans, scan, scans green, batch number*, batches, lot number*, certificate*, card, cards, pass, nurse, clinic, official, border, borders, airport*, registro, certificado*, eintrag*, chargennummer*, zertifikat*, registre, certificat*, реестр*, сертификат*, 登记, 证明, 二维码, 証明, 登録, 증명서, 등록, شهاده, شهادة, شهادات, سجل`,
  },
  {
    // Parts of protected animals.
    id: 'wildlife.part',
    terms: `ivory, ivory bangle*, tusk, tusks, tusker*, horn of rhino, rhino, rhinos, rhino on request, pangolin*, tiger cub*, tiger paw*, tiger teeth, tiger, shark fin*, totoaba, bear paw*, turtle shell*, turtle eggs, hawksbill*, tortoiseshell, baby chimp*, baby orangutan*, baby gorilla*, slow loris*, macaw eggs, parrot eggs, falcon chick*, falcon eggs, glass eels, sea cucumber*, abalone, rosewood logs, cactus poached, endangered animal*, endangered species, endangered reptile*, endangered parrot*, protected species, wild caught, wild elephant*, marfil, especies protegidas, elfenbein*, nashorn*, ivoire, marfim, animais silvestres, слонов* кост*, носорог*, 象牙*, 犀角, 鱼翅, 野味, 玳瑁, べっ甲, عاج*, العاج, 상아, ivoor, avorio, fildisi, kosc sloniowa,
      white pieces`,
  },
  {
    id: 'wildlife.sign',
    terms: `raw, carved, straight off, savannah, savanna, poach*, left quietly, quietly, bangles, wild elephants, elephants, permits made, make up the permits, makes up the permits, make the permits, permits arranged, papers arranged, papers included, papers supplied, cites papers, cites permit*, without cites, no cites, no permit*, without permit*, no papers, without papers, by the kilo, per kilo, by the gram, per gram, powdered, ground horn, from the wild, taken from the wild, smuggl*, no questions, discreet*, on request, to private buyers, private collectors, trophies, sin papeles, sin permiso*, sin cites, tallado*, ohne papiere, ohne cites, geschnitzt*, sans papiers, sans permis, sculpte*, sem papeis, sem licenca, без документ*, 无证, 私下, 走私, 密輸, 証明書なし, 밀수, بدون اوراق, مهرب*,
      papers say, say mammoth, sold as mammoth, quiet collectors, in a coffin, viewing by invitation`,
  },
  {
    // Strangers are made to fall in love or to trust, and pay.
    id: 'con.mark',
    terms: `lonely hearts, lonely people, lonely wom*, lonely men, lonely widow*, widow, widows, widower*, divorcee*, pensioners, elderly, grandparents, grandmother*, grandma*, retirees, seniors, victims, victim, marks, leads into, leads to depositors, depositors, gullible, lovers, strangers, ancianos, jubilados, victimas, rentner*, senioren, opfer, retraites, victimes, aposentados, idosos, vitimas, пенсионер*, жертв*, лохов, лоха, 老人, 受害者, 猪仔, 高齢者, お年寄り, 노인, 피해자, كبار السن, ضحايا,
      over eighties, over 80s, over the age of eighty`,
  },
  {
    id: 'con.trick',
    terms: `persona album*, persona*, chat script*, call script*, phone script*, ready scripts, scripts that, scripts for, script library, day by day, sob story, sob stories, love script*, trading screen you control, screen you control, platform you control, balances climb, balances that climb, withdrawals never, withdrawals fail, withdrawal never, never withdraw, cannot withdraw, cant withdraw, can t withdraw, gift card cash*, gift card codes, model for video calls, models for video calls, cash out guide*, lure, lures, bait, hooked, fall in love, falls in love, fattened, fatten*, sextortion*, fake profile*, fake profiles, your grandson, grandson in jail, bail money, emergency call*, voice clone*, cloned voice*, voice of a relative, read the card, read us the, keep them on the line, empty the account, before the family, guion*, gesprachsleitfad*, enkel*, scripts d appel, roteiro*, скрипт*, 话术, 剧本, 台本, マニュアル, 대본, سيناريو*,
      run to the bank, to the bank, crying track*, call list*, runner in every, runners in every, sucker list*, split weekly, a runner`,
  },
  {
    // Goods that carry a maker's name and were never made there.
    id: 'brand.goods',
    terms: `rolex*, omega, patek*, audemars, cartier, gucci, prada, chanel, hermes, birkin*, louis vuitton, lv, dior, balenciaga, yeezy*, jordans, air jordan*, nike, moncler, canada goose, designer bag*, designer handbag*, designer watch*, designer brand*, luxury watch*, luxury bag*, luxury brand*, swiss watch*, handbag*, sneaker*, watches, watch, timepiece*, airpods, big names, big brand*, famous brand*, bolsos, relojes, zapatillas, marcas, uhren, taschen, markenuhr*, markentasche*, marken, montres, sacs, marques, relogios, bolsas, tenis, часы, сумки, кроссовки, бренд*, 名表, 手表, 包包, 名包, 球鞋, 名牌, 奢侈品, ブランド, 時計, バッグ, 명품, 시계, 가방, ساعات, حقائب, ماركات, zegarki, torebki, saat, canta,
      the bag, bag she wants, it bag`,
  },
  {
    id: 'brand.copy',
    terms: `one to one, same factory, same factories, same leather, off the same line, back door of the factory, out of the back door, third shift, ghost shift, grade aaa, aaa grade, aaa+, top tier rep*, superclone*, super clone*, clone movement*, swiss clone, swiss movement clone, mirror quality, mirror grade, mirror copy, with the logo, with real labels, with the real logo, right logo, right stamps, real serial*, serials that check, nobody can tell, no one can tell, nobody at the, even the boutique, even experts, even jewel*, even the jewel*, jeweller cannot, jeweler cannot, boutique cannot, boutique staff, cannot tell, can t tell, cant tell, could not tell, indistinguishable, without the boutique price, tenth of the price, five percent of retail, ten percent of retail, fraction of the retail, fraction of boutique, qc pics, qc photos, no receipt*, without receipt, without the receipt, duty slip, identic* al original, calcad*, como el original, como los originales, imitacion*, wie das original, wie vom original, nicht zu unterscheiden, plagiate, comme l original, comme les originaux, identique* a l original, igual ao original, iguais aos originais, один в один, 1 в 1, как оригинал, не отличить, реплик*, 复刻, 復刻, 原单, 高仿, 精仿, 一比一, 本物そっくり, 見分けがつかない, 見分けられ, 1대1, 정품급, 미러급, 레플리카, 이미테이션, 구별 불가, طبق الاصل, طبق الأصل, هاي كوبي, مقلد*, تقليد, nie do odroznienia, birebir, replika,
      next door to the real, the real workshop, same stamp, same stitch, have been fooled, been fooled, fools the boutique, price of the box`,
  },
  {
    // What is said of honest goods too.
    id: 'brand.likeness',
    terms: `replica, replicas, replique*, 1 1, aaa, rep, reps, same line, night shift, one tenth, a tenth of, boutique, 顶级, コピー, копии`,
  },
  {
    // Money that was printed at home.
    id: 'note.name',
    terms: `notes, banknote*, bank notes, bills, twenties, fifties, hundreds, tenners, paper money, euros, dollars, pounds, twenty pound, fifty euro, billetes, scheine, geldschein*, billets, notas, cedulas, купюр*, 钞票, 纸币, 鈔票, 紙幣, お札, 지폐, اوراق نقديه, أوراق نقدية, banknot*,
      prop money, prop notes, 20s, 50s, 100s, 20s and 50s`,
  },
  {
    id: 'note.passes',
    terms: `pass the pen, passes the pen, pass pen, pen test, pen and uv, pen proof, uv and pen, feel right, feels right, feel real, feels real, spend like, spends like, spendable, spend anywhere, at any till, any till, any cashier*, tills accept, tills take, in any shop, vending machine*, self checkout, serials differ, different serial*, no two serials, various serials, per hundred, for every hundred, hundred for twenty, thousand for a hundred, of face value, percent of face, off our press, off the press, our press, freshly printed, still warm, cotton paper, small shops first, mix with real, busy bars, pasan el boligrafo, pasan la luz, bestehen den stift, stifttest, passent le stylo, passam na caneta, проходят детектор, проходят ультрафиолет, 过验钞机, 过机, 検知機を通, 감별기 통과, تجتاز جهاز,
      that spends, spends at, spends in, spends anywhere, the machine at, the corner shop, corner shops, crumpled and aged, aged for you, crumpled for you, pre crumpled, washed and aged, vacuum packed, strips and hologram, change in real, change comes back real,
      feel like, cotton thread, thread and shimmer, dark bars, spend them, five for one, four for one, three for one`,
  },
  {
    // Cards and balances of other people.
    id: 'card.name',
    terms: `plastic, cards, card, bins, balances, dumps, tracks, fulls, pros, gift cards, visa, visas and mastercards, mastercard, amex, logins, paypals, bank logins, tarjetas, karten, cartes, cartoes, карты, карт, 卡, カード, 카드, بطاقات`,
  },
  {
    id: 'card.alive',
    terms: `valid rate, still alive, alive at, sniffed, skimmed, billing address, zip included, mother s maiden, maiden name*, dob and ssn, ssn, cash out, cashes out, swipe at, works at any atm, any atm, at the atm, shop till, before the owner, owner notices, owners notice, holder notices, holders notice, before the bank, replaced if dead, dead ones replaced, replace dead, replacement if dead, refund if dead, if it dies, strangers, somebody elses, someone elses, other people s, con pin, con saldo, mit pin, mit guthaben, avec code, avec solde, com senha, com saldo, с пином, с пин, с балансом, с остатком, 带密码, 带余额, 带密, 暗証番号付き, 残高あり, 비밀번호 포함, 잔액 있는, مع الرقم السري, مع رصيد,
      holders unaware, holder unaware, unaware, off the back of cards, sorted by bank, sorted by postcode, by bank and postcode, checked an hour ago, hour ago, dead ones swapped, dead ones, autoshop`,
  },
  {
    // What is said of honest cards too.
    id: 'card.checked',
    terms: `with pins, with pin, pins included, pin included, with balance, balance shown, balance checked, balances checked, checked daily, checked hourly, checked before, live at, live ones, still live, first hand, firsthand, if declined`,
  },
  {
    // Things that were taken from somebody.
    id: 'loot.name',
    terms: `bikes, bicycles, e bikes, ebikes, phones, iphones, laptops, catalytic converter*, copper, power tools, perfumes, designer clothes, clothes, trainers, meat, razor blades, baby formula, parcels, packages, pallets, cars, motorbikes, scooters, paintings, jewellery, jewelry, gold, electronics, tvs, consoles, bicis, bicicletas, moviles, joyas, fahrrader, handys, schmuck, velos, telephones, bijoux, celulares, joias, велосипед*, телефон*, 手机, 自行车, 自転車, スマホ, 자전거, 휴대폰, دراجات, هواتف,
      handset*, phones without`,
  },
  {
    id: 'loot.sign',
    terms: `fell off a, fell off the, off the back of, lifted from, lifted last, boosted, acquired quietly, came off a truck, came off a lorry, no receipt*, without receipt*, serial* filed, serials removed, serial* ground off, serial* scratched, numbers filed, numbers ground, imei cleaned, imei changed, new imei, icloud locked, still locked, locked or not, from porches, off porches, porch, walked out of, walked out the, out the back door, last night, before the owner, owners never, owner is looking, owner won t, previous owner does not know, respray*, repainted, plates changed, new plates, vin swapped, fresh vin, no papers, without papers, no box no, no questions, never ask where, dont ask where, do not ask where, we never ask, where it came from, where they came from, tags cut, tags removed, ink tags, alarm tags, foil bag*, foil lined, sin factura, sin papeles, no preguntes, ohne papiere, ohne rechnung, keine fragen, sans facture, sans papiers, sans question*, tombe* du camion, sem nota, sem perguntas, без документ*, без вопрос*, 来路, 不问来源, 無票, 出所不問, 출처 묻지, بدون فاتوره, بدون فاتورة, بدون اسئله,
      owners still looking, owner still looking, still looking, without a past, no past, not asking where`,
  },
  {
    // An official who looks away.
    id: 'bribe.thing',
    terms: `licence points, license points, penalty points, speeding ticket*, points on your, driving test, building permit*, planning permission, visa, visas, permit, permits, tender, tenders, public contract*, inspection, inspections, customs, court date, your case, criminal record*, arrest record*, grades, transcripts, multas, puntos, licitacion*, fuhrerschein, punkte, bussgeld*, amende*, marche* public*, multa, pontos, licitac*, штраф*, прав*, тендер*, 罚单, 扣分, 招标, 違反点数, 벌점, مخالفات, رخصه, رخصة, مناقص*`,
  },
  {
    id: 'bribe.hand',
    terms: `friend at the, friend in the, friends at the, friends in the, friend inside, our man in, our man at, our woman at, our person inside, someone inside, somebody inside, insider at, people inside, contact inside, contact at the, contacts in the, brown envelope*, an envelope, the right hands, right official, the right clerk, under the table, greases, grease the, grease a, looks away, look the other way, looks the other way, made to disappear, disappear from, wiped from, wipes it from, vanish from, vanishes from, erased from, lost in the system, get lost, gets lost, amigo en, contacto en el, contacto dentro, kontakt im amt, kontakt bei der, unter der hand, contact a la, contact au, contato no, contato dentro, amigo no, свой человек, свои люди, решим вопрос, решаем вопрос*, связи в, 内部关系, 内部渠道, 有关系, 内部の人, 内部者, 내부 직원, 내부자, من داخل, معارف`,
  },
  {
    // News that the market must not have yet.
    id: 'stock.name',
    terms: `shares, stock, stocks, trades, traders, options, earnings, quarterly numbers, merger*, takeover*, acquisitions, fda decision*, acciones, aktien, actions en bourse, acoes, акци*, 股票, 株, 주식, اسهم, أسهم`,
  },
  {
    id: 'stock.inside',
    terms: `before the announcement, before it is announced, before they are announced, before the press release, before the market knows, before the market hears, before the public, before the wire, before publication, boardroom source*, boardroom leak*, board room, someone on the board, on the board who, lawyers who, clerk at the printer, from inside the company, inside source*, inside sources, non public, nonpublic, material nonpublic, insiders tell, insiders tip, antes del anuncio, informacion privilegiada, vor der bekanntgabe, insiderwissen, avant l annonce, information privilegiee, antes do anuncio, informacao privilegiada, до публикаци*, инсайд*, 内幕消息, 内幕, インサイダー情報, 내부 정보, معلومات داخليه`,
  },
  {
    // Work that was never done, people who never worked.
    id: 'sham.paper',
    terms: `invoice*, receipts, payslip*, payroll, expenses, expense claim*, claims, furlough, refund claim*, work reference*, employment history, facturas, nominas, rechnungen, lohnzettel, factures, fiches de paie, holerites, faturas, notas fiscais, накладн*, счет фактур*, 发票, 發票, 領収書, 請求書, 세금계산서, 영수증, فواتير`,
  },
  {
    id: 'sham.empty',
    terms: `work never done, never done, never happened, work that never, services never rendered, never delivered, nothing behind, ghost employee*, ghost worker*, people who do not exist, people who dont exist, staff who do not exist, company that does not exist, exist only on paper, exists only on paper, just on paper, only on paper, cancel out vat, eat the vat, eats the vat, reclaim vat you, vat you never, never paid, for any amount, any amount you, trabajos no realizados, operaciones inexistentes, nie erbracht*, nie geleistet*, scheinrechnung*, jamais rendus, jamais effectu*, prestations fictives, nunca prestados, servico nao realizado, без факта, бумажн* ндс, 虚开, 代开, 架空, 가공, 허위, وهمي*`,
  },
  {
    // Codes talked out of their owner.
    id: 'code.name',
    terms: `otp, one time code*, one time passcode*, one time password*, 2fa, 2fa code*, verification code*, sms code*, bank code*, login code*, six digit*, security code*, pin code*, codigo sms, codigo de verificacion, tan nummer*, bestatigungscode*, code sms, codigo de verificacao, код из смс, коды из смс, смс код*, 验证码, 認証コード, 인증번호, رمز التحقق`,
  },
  {
    id: 'code.taken',
    terms: `calls the holder, calls your target, the bot calls, bot calls, bot rings, rings the, asks for the code, asks them for, reads it out, reads it back, read it to, types it in, pretends to be, pretend to be, poses as, posing as, sounds like the bank, as the bank, spoofed, spoofs, spoof, lands in your panel, in your panel, appears in your panel, on your panel, your panel, intercept*, harvest*, captured, grabbed, grabs, steals, steal, stolen, victim*, target*, the mark, hands over, hand over, give* it up, se hace pasar, gibt sich als, se fait passer, se passa por, выдает себя, перехват*, 截获, 拦截短信, 冒充, なりすま*, 傍受, 가로채, 사칭, ينتحل, اعتراض`,
  },
  {
    // Programs that must not be noticed.
    id: 'malware.name',
    terms: `rat, rats, stub, stubs, crypter*, crypting, payload*, stealer*, loader*, keylogger*, botnet*, trojan*, malware, dropper*, shellcode, macro builder, your file, your build, virus, viruses`,
  },
  {
    id: 'malware.unseen',
    terms: `fud, fully undetect*, zero detections, 0 detections, 0 of 70, waves through, waves it through, defender stays, defender sleeps, past defender, defender sees, defender never, smartscreen, past antivirus, past any antivirus, antivirus bypass, bypass* antivirus, bypass* defender, bypass* windows defender, evade* antivirus, evades av, av evasion, edr bypass, bypass* edr, edr sees, undetected by, undetected daily, scantime, runtime and scantime, virustotal stays, silent install*, installs silently, no pop up, or your coins back, survives reboot, machines you infect, infected machines, infections, victims, slaves`,
  },
  {
    // Marriages and jobs for the papers alone.
    id: 'visa.sham',
    terms: `spouse, husband, wife, marriage, wedding, bride, groom, partner, sponsor, employer, job offer*, job letter*, invitation letter*, school letter*, enrolment, enrollment, boda, matrimonio, heirat, ehe, ehepartner, mariage, conjoint, casamento, брак, муж, жена, работодател*, 结婚, 配偶, 雇主, 結婚, 配偶者, 結婚相手, 결혼, 배우자, زواج, زوج, زوجه`,
  },
  {
    id: 'visa.paper',
    terms: `paper only, for papers, for the papers, for the passport, for a passport, for the green card, staged photo*, staged wedding*, photos staged, divorce after, divorce when, never meet, never met, never live together, separate homes, no real job, no job needed, never work there, never turn up, por papeles, de conveniencia, solo en papel, scheinehe*, nur auf dem papier, fur die papiere, pour les papiers, mariage blanc, mariages blancs, pelo visto, de fachada, фиктивн*, для гражданства, 假结婚, 假雇主, 为了签证, 偽装結婚, ビザのため, 위장결혼, 비자 목적, صوري, على الورق`,
  },
  {
    // What honest couples say too.
    id: 'visa.office',
    terms: `on paper, for the visa, for residency, immigration interview*, interview coach*, officer asks`,
  },
  {
    // Strangers' accounts, opened and checked with somebody's face.
    id: 'kyc.account',
    terms: `verified account*, verified exchange, kyc account*, exchange account*, paypal account*, bank account*, stripe account*, seller account*, merchant account*, wallet account*, ready account*, aged account*, business account*, cuentas verificadas, verifizierte konten, bankkonten, comptes verifies, contas verificadas, верифицированн* аккаунт*, счета на, 实名账号, 实名号, 認証済みアカウント, 인증 계정, حسابات موثقه, حسابات موثقة`,
  },
  {
    id: 'kyc.other',
    terms: `in another name, in other names, in a strangers name, in a stranger s name, strangers, in someone elses, in somebody elses, not in your name, not your name, someone else s face, somebody s face, homeless, students in need, nominee*, drop, drops, passes liveness, liveness bypass, bypass* liveness, deepfake*, face swap*, selfie included, selfies included, docs included, documents included, full docs, with documents, email and sim included, sim included, replacement guarantee*, replaced if banned, if it gets banned, a nombre de otro*, a nombre de tercero*, auf fremde namen, fremder name, au nom d un tiers, em nome de terceiros, de laranja, на чужое имя, на дропа, на подставн*, 他人名义, 包实名, 他人名義, 타인 명의, باسماء اخرين, بأسماء أخرى`,
  },
  {
    // Data nobody gave away.
    id: 'data.name',
    terms: `database*, customer records, customer list*, patient records, medical records, records, voter roll*, emails, passwords, user table*, tables, source code, documents, bases de datos, datenbank*, kundendaten, bases de donnees, fichiers clients, bancos de dados, базы данных, баз данных, 数据库, 客户资料, 名簿, データベース, 고객 정보, 디비, قواعد بيانات`,
  },
  {
    id: 'data.taken',
    terms: `freshly dumped, dumped last, dumped from, fresh breach*, unpublished breach*, private breach*, breached, exfiltrated, pulled from, taken from, straight from the server*, from inside, they do not know, they dont know, has not noticed, have not noticed, not noticed yet, nobody has noticed, not public yet, not on the forums, one buyer, single buyer, one copy sold, sold once, exclusive sale, highest bidder, hacked from, robadas, filtradas, gestohlen*, erbeutet*, volees, piratees, vazad*, roubad*, слит*, утечк*, 拖库, 泄露, 流出, 漏洩, 유출, مسرب*`,
  },
  {
    // Watching people who think they are alone.
    id: 'peep.device',
    terms: `camera*, cameras, microphone*, tracker*, gps tag*, airtag*, bug, bugs, listening device*, recorder*, camara*, microfono*, kamera*, mikrofon*, wanze*, micro*, балон*, камер*, жучк*, 摄像头, 窃听器, 隠しカメラ, カメラ, 카메라, 도청기, كاميرا*`,
  },
  {
    id: 'peep.place',
    terms: `changing room*, fitting room*, bathroom*, shower*, toilet*, bedroom*, hotel room*, airbnb guest*, guests, tenants, lodger*, nanny room, her car, his car, her handbag, her bag, their car, under the car, vestuario*, bano, umkleide*, badezimmer, cabine*, vestiaire*, banheiro*, раздевалк*, туалет*, 更衣室, 浴室, 厕所, トイレ, 탈의실, 화장실, حمام`,
  },
  {
    // Cars that are not what they seem, or not yours.
    id: 'car.part',
    terms: `vin, odometer*, mileage, kilometres, kilometers, clock, dashboard*, number plate*, license plate*, licence plate*, plates, key fob*, fob, fobs, keyless, immobili*, cuentakilometros, kilometraje, tacho*, kilometerstand, compteur*, kilometrage, hodometro, quilometragem, пробег*, одометр*, 里程表, 公里数, 走行距離, メーター, 주행거리, عداد`,
  },
  {
    id: 'car.trick',
    terms: `wind back, winds back, wound back, winding back, roll back, rolls back, rolled back, turn back the, turned back, any figure, any number you, whatever figure, younger than it, of a similar car, someone elses, somebody elses, of an identical car, parked cars, parked outside, start any, starts any, open any, opens any, without the key, without a key, owner asleep, owner sleeps, from the driveway, through the wall, through the front door, while they sleep, while the owner, copied from, from the street, bajar kilometros, quitar kilometros, zuruckdreh*, runterdreh*, baisser le, trafiqu*, baixar a quilometragem, скрут*, смот*, 调表, 調表, 巻き戻し, 조작, تلاعب`,
  },
  {
    // Tobacco, drink and fuel past the customs.
    id: 'excise.goods',
    terms: `cigarette*, cartons, tobacco, vodka, spirits, diesel, zigarette*, tabak, cigarrillos, tabaco, tabac, cigarros, сигарет*, табак*, водк*, 香烟, 香煙, 烟草, タバコ, たばこ, 담배, سجائر, papieros*, sigara`,
  },
  {
    id: 'excise.unpaid',
    terms: `untaxed, no stamp*, no tax stamp*, without tax stamp*, without stamp*, without the stamp, without duty, no duty paid, duty never paid, never saw duty, dodge* duty, duty dodg*, customs never, missed customs, past customs, round customs, from the boot, boot of a car, boot of my car, washed diesel, red diesel with, dye removed, unstamped, no health warning*, unversteuert*, unverzollt*, sin impuestos, sin timbre, non taxe*, sans taxe, sans timbre, sem imposto*, sem selo, без акциз*, 无税, 走私, 未税, 脱税, 무관세, 면세 밀수, بدون جمارك, bez akcyzy, kacak`,
  },
  {
    // What graves and ruins give up at night.
    id: 'relic.name',
    terms: `antiquit*, statue*, coins, mosaic*, icons, relic*, artefact*, artifact*, vases, amphora*, grave goods, burial goods, temple pieces, bronzes, antiguedades, antiken, antiquites, antiguidades, древност*, 文物, 古董, 出土, 遺物, 骨董, 유물, اثار, آثار, تحف`,
  },
  {
    id: 'relic.dug',
    terms: `fresh from the ground, fresh out of the ground, fresh from the earth, out of the ground, dug up, dug last, dug at night, night dig*, straight from the dig, straight from the tomb, from a tomb, no export papers, without export, no provenance, without provenance, provenance written, provenance to order, write the provenance, writes the provenance, invent* provenance, provenance invented, old collection story, war zone, from syria, from iraq, museum will never, museum never, never catalogued, before the archaeolog*, sin procedencia, recien desenterrad*, ohne herkunft, frisch ausgegraben, sans provenance, fraichement deterr*, sem procedencia, recem desenterrad*, черн* копател*, без происхождени*, 盗墓, 刚出土, 盗掘, 도굴, منهوب*, تنقيب`,
  },
  {
    // A fee first, for a fortune that never comes.
    id: 'windfall',
    terms: `inheritance*, unclaimed fund*, unclaimed money, lottery, sweepstake*, jackpot, winnings, prize, your prize, parcel held, funds held, deceased client*, late client*, late husband, next of kin, dead relative*, forgotten account*, guaranteed loan*, instant loan*, herencia*, premio, erbschaft*, gewinn, heritage, gain, heranca, premio, наследств*, выигрыш*, 遗产, 中奖, 奖金, 遺産, 当選, 賞金, 상속, 당첨, ميراث, جائزه, جائزة, يانصيب, قرض`,
  },
  {
    id: 'fee.first',
    terms: `release fee*, clearance fee*, unlock fee*, activation fee*, small fee, processing fee, handling fee, transfer fee, insurance fee, customs fee to, joining fee, upfront fee, fee up front, fee first, pay first, pay a fee, tax first, pay the tax, send the fee, before we release, before it is released, before release, to release the, to release your, to release it, to claim your, to unlock your, you have won, youve won, you are a winner, claim your, million dollars, million euros, by gift card, western union, paga primero, pago previo, comision previa, gebuhr vorab, vorab zahlen, vorkasse, frais de dossier avant, payez d abord, taxa antecipada, pague primeiro, комисси* вперед, сначала оплат*, 先付, 先交, 解冻费, 手续费, 手数料を先, 先払い, 선입금, 수수료 먼저, رسوم مقدما, ادفع اولا`,
  },
  {
    // Shops, flats and puppies that do not exist.
    id: 'bait.name',
    terms: `shop, shops, store, storefront*, landlord*, rental*, rental listing*, flat, flats, apartment*, holiday home*, puppies, puppy, escrow, donation page*, charity page*, courier page*, support desk, helpdesk, call centre, call center, ticket*, tienda*, piso*, wohnung*, appartement*, boutique*, loja*, apartamento*, квартир*, магазин*, 网店, 租房, 物件, ショップ, 쇼핑몰, متجر, شقه, شقق`,
  },
  {
    id: 'bait.vanish',
    terms: `take the deposit and, take deposits and, takes the deposit and, collect deposits and, collect the deposit and, collects the deposit and, deposit and vanish, deposit and disappear, and vanish, then vanish, vanish with, vanishes with, disappear with the, never ships, never ship, nothing ships, ships nothing, never existed, never owned, you do not own, you dont own, does not exist, doesnt exist, do not exist, new domain every, fresh domain every, new domains every, burner domain*, survives reports, before they notice, before anyone notices, before they realise, before they realize, before chargebacks, before the chargebacks, desaparece con, und verschwind*, disparait avec, e some com, и исчез*, 收款跑路, 跑路, 入金後, 먹튀, ثم تختفي`,
  },
  {
    // Notes from a doctor who saw nobody.
    id: 'sick.note',
    terms: `sick note*, doctors note*, doctor s note*, medical certificate*, medical note*, fit note*, sick leave, sick day*, days off, baja medica, justificante medico, krankschreibung*, attest, arret maladie, arrets maladie, certificat medical, atestado*, больничн*, справк*, 病假条, 病假單, 病假证明, 診断書, 진단서, تقرير طبي, تقارير طبيه, إجازة مرضية, اجازه مرضيه, zwolnieni* lekarsk*`,
  },
  {
    id: 'sick.sham',
    terms: `never see, never seen, you never saw, never met, nobody examines, not ill, not sick, arent sick, are not sick, feeling fine, feel fine, perfectly healthy, pick your illness, pick an illness, pick a diagnosis, choose your illness, choose the illness, choose a diagnosis, choose the diagnosis, any illness, any diagnosis, any date, any doctor, any clinic, boss never, boss will never, boss wont, boss believes, employer never, employer will never, hr never, hr will never, stolen letterhead*, letterhead, real stamp*, with stamp*, stamped and signed, signed and stamped, sin enfermedad, cualquier fecha, ohne krank, jedes datum, sans etre malade, toute date, sem estar doente, qualquer data, любой датой, любая дата, любой диагноз, задним числом, 任意日期, 代开, 病因任选, 受診なし, 日付自由, 진료 없이, 날짜 선택, بدون زياره, اي تاريخ`,
  },
  {
    // Guns by their slang, and what is done to their papers.
    id: 'gun.slang',
    terms: `heaters, heater, irons, straps, strap, poles, pole, piece, pieces, boomstick*, hardware, iron, nines, slides, blank firer*, blank firing, starter pistol*, deactivated, suppressor*, fierro*, fierros, knarre*, kaliber, calibre*, flingue*, ferro, volyn*, волын*, ствол*, 家伙, 喷子, チャカ, ハジキ, 총, toys, toys that go bang,
      toys that go bang, nine millimetre*, 9mm, glizz*`,
  },
  {
    // Slang that hardly means anything else beside the other.
    id: 'gun.sure',
    terms: `magazine, magazines, rounds, 9mm, nine millimetre*, calibre, caliber, glizz*, drum, drums, bang, go bang, that go bang`,
  },
  {
    id: 'gun.blind',
    terms: `numbers gone, number gone, numbers filed, number filed, filed clean, filed off, no numbers, no serial*, serial free, serial gone, never registered, unregistered, not registered, never fired, never used in, no history, no papers, no paperwork, off paper, no background*, no ffl, no 4473, cash in a car park, parking lot, as machine parts, labelled as, labeled as, marked as machine, inside a microwave, inside an amplifier, hidden in, no questions, nobody asks, converted to, converts to live, live again, reactivat*, full auto, sin papeles, sin numero*, ohne papiere, ohne nummer*, sans papiers, sans numero*, sem numero*, raspad*, без номер*, без документ*, перебит*, переделан*, 无证, 無証, 番号なし, 번호 없는, بدون ترخيص, بدون رقم,
      no forms, wiped clean, wiped down, oily cloth, oiled cloth, oiled rag, fun switch, giggle switch, switch on request, switch included, from the balkans, balkan, ex army, from the war, lay by, layby, truck stop, in the boot of, boot sale no`,
  },
  {
    // Over a border, by the head.
    id: 'border.name',
    terms: `border, borders, frontier, the channel, crossing, crossings, crosses, into europe, into the uk, into england, into the us, into the states, into germany, schengen, frontera*, cruce, grenze*, uberfahrt*, frontiere*, traversee*, fronteira*, travessia, границ*, 边境, 过境, 国境, 국경, الحدود, حدود, granic*, sinir*,
      this side, the other side, over the wall`,
  },
  {
    id: 'border.crossed',
    terms: `per person, at night, by night, boat, truck*, lorry, lorries, family rate*, de noche, por persona, nachts, de nuit, ночью, 夜间, 每人, 夜間, ليلا, which night, knows which`,
  },
  {
    // What no coach or ferry offers.
    id: 'border.hidden',
    terms: `without papers, no papers, without visa, without a visa, no visa, no passport*, without passport*, no documents, without documents, per head, pay on arrival, pay when you arrive, half on arrival, half when you land, driver knows, driver who knows, guide who knows, guide walks, moonless, dinghy, dinghies, avoids checkpoint*, no checkpoint*, around checkpoint*, patrol*, between patrols, guards are paid, guards paid, children half price, sin papeles, sin visado, ohne papiere, ohne visum, pro kopf, sans papiers, sans visa, par tete, sem papeis, sem visto, por cabeca, без визы, без документ*, с человека, 无签证, ビザなし, 비자 없이, بدون تاشيره, بدون تأشيرة, false wall, false floor, false bottom, guards play, guards sleep`,
  },
  {
    // Who is away, and who comes then.
    id: 'house',
    terms: `keys to, key to, alarm code*, gate code*, door code*, empty house*, empty home*, empty flat*, owners away, owners are away, away on holiday, on holiday, customers home, customer s home, clients home, client s home, client house*, homes you clean, houses you clean, floor plan*, valuables, jewellery box*, the safe, addresses of, address of, who is away, holiday dates, casas vacias, leere wohnung*, maisons vides, casas vazias, пустые квартир*, 空房, 空き家, 빈집, منازل فارغه`,
  },
  {
    id: 'house.robbed',
    terms: `burglary crew*, burglar*, burglary, thieves, our crew, our lads, our van, a third of, a share of, a cut of, your share, your cut, whatever is stolen, whatever is taken, whatever we take, is stolen, stolen, what is inside, everything inside, empties it, empty it, clear it out, clears it out, strip it, while they are away, while they sleep, before they are back, before they come home, robo, robos, ladrones, einbruch*, einbrecher*, diebe, cambriol*, voleurs, ladroes, assalto*, ограб*, кража, кражи, вор, воры, 入室, 盗窃, 小偷, 空き巣, 泥棒, 도둑, 빈집털이, لصوص, سرقه, سرقة`,
  },
  {
    // Degrees without the years.
    id: 'degree',
    terms: `graduate, degree, degrees, diploma*, college, university, grade, alma mater, titulo*, abschluss*, doktortitel, diplome*, диплом*, аттестат*, 学历, 文凭, 毕业证, 学位, 卒業証書, 학위, 졸업장, شهاده, شهادة`,
  },
  {
    id: 'degree.bought',
    terms: `graduate by, by friday, by monday, pick a college, pick a university, pick your university, choose a university, choose your university, any university, pick your grade, choose your grade, a year and a grade, our press, our printer*, does the seal, embossed seal, raised seal, records office, registrar will, registrar confirms, friend at the registrar, friend the, verification line, no lectures, without lectures, no classes, never sat, never attend*, missed the lectures, skip the lectures, skip the years, three years in, four years in, elige la universidad, universitat nach wahl, choisissez l universite, escolha a universidade, выбери вуз, любой вуз, любого вуза, 任选院校, 学校任选, 大学を選, 대학 선택, اختر الجامعه`,
  },
  {
    // Files held until somebody pays.
    id: 'files.held',
    terms: `files, their files, servers, their network, a network, company, companies, hospital*, databases, archivos, dateien, fichiers, arquivos, файл*, 文件, ファイル, 파일, ملفات`,
  },
  {
    id: 'files.ransom',
    terms: `files locked, locked files, our locker, rent our locker, locker, lockers, encrypt them, encrypts them, keep seventy, keep eighty, keep 70, keep 80, of what they pay, what they pay, until they pay, they pay, pay up, negotiator*, leak blog, leak site, decryptor*, name and shame, double extortion, hasta que paguen, bis sie zahlen, jusqu a ce qu ils paient, ate pagarem, пока не заплат*, 赎金, 身代金, 몸값, فديه, فدية`,
  },
  {
    // A gun that is only nearly one, on paper.
    id: 'gun.blank',
    terms: `milled, lower, lowers, frame, frames, receiver*, jig, jigs, blank, blanks, slide, rail kit*`,
  },
  {
    id: 'gun.finish',
    terms: `last three holes, last holes, last hole, drill the last, drill three, nearly all the way, almost all the way, eighty percent, 80 percent, no number, no numbers, no serial*, anybody to write down, anyone to write down, finish it at home, finish at home, finish it yourself, on your bench, paperweight*, hollow out`,
  },
];
