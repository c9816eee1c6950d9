// Other illegal content: weapons, fraud, forgery, cybercrime, piracy, violence, trafficking.
import type { PolicyRule, TermSet } from './types.js';

export const ILLEGAL_TERMS: readonly TermSet[] = [
  {
    id: 'weapon',
    strict: false,
    terms: `gun, guns, handgun*, firearm*, fire arm*, pistol, pistols, rifle*, shotgun*, revolver*, glock*, ak47*, ak 47*, ar15*, ar 15*, uzi, uzis, mac 10, assault rifle*, machine gun*, submachine gun*, smg, sniper rifle*, ammo, ammunition, munition*, live rounds, hollow point*, armor piercing, armour piercing, silencer*, suppressor*, solvent trap*, auto sear*, glock switch*, switches, full auto*, fully automatic, conversion kit*, bump stock*, 80 lower*, 80 percent lower*, lower receiver*, unserialized, unserialised, serial free, serial number removed, no serial, ghost gun*, grenade*, rpg launcher*, rocket launcher*, explosive*, c4, semtex, tnt, dynamite, detonator*, pipe bomb*, bomb*, nail bomb, ied, molotov*, tannerite, mortar*, landmine*, missile*, nerve agent*, ricin, sarin, cyanide, polonium, stun gun*, taser*, brass knuckle*, knuckle duster*, switchblade*, butterfly knife, butterfly knives, weapon, weapons, weaponry, arms, hardware, heaters, burners, strap, straps, piece, pieces,
      arma, armas, pistola*, fusil*, rifle*, municion*, explosivo*, granada*, silenciador*, waffe*, *waffe, *waffen, schusswaffe*, pistole*, gewehr*, munition*, sprengstoff*, granate*, schalldampfer*, arme, armes, pistolet*, fusil*, kalachnikov*, kalaschnikow*, kalashnikov*, munition*, explosif*, grenade*, silencieux, municao, municoes, espingarda*, fuzil, fuzis, revolver*, оружи*, пистолет*, автомат калашникова, калашников*, винтовк*, патрон*, глушител*, взрывчатк*, гранат*, ствол, стволы, травмат*, обрез, боевое, тротил, 枪*, 槍*, 枪支*, 槍支*, 手枪*, 手槍*, 步枪*, 步槍*, 弹药*, 彈藥*, 子弹*, 子彈*, 炸药*, 炸藥*, 手雷*, 消音器*, 军火*, 軍火*, 武器*, 仿真枪, 气枪, 氣槍, 拳銃*, 銃器*, 銃*, 実弾*, 弾薬*, 爆弾*, 爆薬*, 手榴弾*, チャカ*, 武器*, ライフル*, ピストル*, 권총*, 총기*, 총, 실탄*, 탄약*, 폭탄*, 폭발물*, 무기*, 소총*, 사제총, سلاح*, اسلحه*, أسلحة*, الاسلحه, الأسلحة, اسلحة, مسدس*, بندقيه, بندقية, بنادق, ذخيره, ذخيرة, رصاص, متفجرات, قنابل, قنبله, رشاش*, كلاشنكوف*, كاتم,  bron*, pistolet*, amunicj*, karabin*, granat*, silah*, tabanca*, tufek*, mermi*, wapen*, vuurwapen*, munitie, armi, pistole, munizioni, senjata*, pistol, sung, vu khi, зброя*, зброї, हथियार*, बंदूक*, पिस्तौल*`,
  },
  {
    id: 'weapon.hard',
    strict: true,
    terms: `grenades, grenade launcher*, plastic explosive*, semtex, rocket launcher*, machine guns, submachine gun*, ak 47 rifles, ak47 rifles, ricin, sarin, nerve agent*, hand grenade*, landmines, kalashnikovs, автоматы калашникова, гранаты, 手榴弾, 手雷, 수류탄`,
  },
  {
    // In these languages' countries a gun is not sold on the web.
    id: 'weapon.foreign',
    terms: `手枪*, 手槍*, 枪支*, 槍支*, 步枪*, 步槍*, 子弹*, 子彈*, 弹药*, 气枪*, 拳銃*, 実弾*, 銃器*, チャカ*, 권총*, 실탄*, 총기*, пистолет*, ствол, стволы, патроны, боевые, автоматы, مسدس*, رشاش*, بنادق, ذخيره, ذخيرة, كلاشنكوف*`,
  },
  {
    id: 'weapon.offer',
    strict: true,
    terms: `ghost gun*, ghostgun*, untraceable gun*, untraceable firearm*, untraceable weapon*, untraceable pistol*, unserialized*, unserialised*, unregistered gun*, unregistered firearm*, unregistered pistol*, unregistered weapon*, unregistered handgun*, serial numbers filed, serials filed, filed off, no serial number*, serial free, serial number removed, without serial number*, without a serial, 80 lower kit*, glock switch*, auto sear*, full auto conversion*, full auto switch*, gun without license, guns without license, firearms without, guns without, gun without, weapons without, pistols without, rifles without, ammo without, bomb making, bomb instructions, build a bomb, make a bomb, making bombs, homemade explosive*, improvised explosive*, pipe bomb*, pipebomb*, buy guns, buy gun, buy firearm*, buy illegal, buy explosive*, buy grenade*, buy ak47, guns for sale, gun for sale, firearms for sale, weapons for sale, sell guns, selling guns, arms dealer*, arms dealing, arms trafficking, weapons trafficking, gun running, gunrunner*, gun runner*, black market gun*, black market weapon*, black market arm*, black market firearm*, blackmarket weapon*, darknet gun*, illegal gun*, illegal firearm*, illegal weapon*, illegal arms, weapons market, weapons shop darknet, 3d print gun*, 3d printed gun*, 3d printed firearm*, 3d printable gun*, printable firearm*, printable gun*, printed pistol*, gun files, clean piece*, cold piece*, burner gun*, straw purchase*, smuggled gun*, smuggled weapon*, military surplus explosives, military grade weapon*, fully automatic rifle*, fully automatic weapon*, hand grenades, ricin*, sarin*, nerve agent*, untraceable poison*, undetectable poison*, deadly poison*,
      armas ilegales, armas sin licencia, armas sin registro, armas de fuego sin, pistolas sin, mercado negro de armas, trafico de armas, armas no registradas, armas sin papeles, illegale waffen, scharfe waffen, waffen ohne, pistole ohne, pistolen ohne, schusswaffen ohne, waffenhandel illegal*, waffen schwarzmarkt, armes illegales, armes sans, pistolets sans, trafic d armes, armes a feu sans, armes non declarees, armes non enregistrees, armas ilegais, armas sem, pistolas sem, armas sem registro, armas frias sem numeracao, numeracao raspada, trafico de armas, боевое оружие, оружие без, пистолеты без, стволы без, нелегальн* оружи*, боевые пистолет*, боевой пистолет, купить оружие, купить пистолет, огнестрел*, незарегистрированн* оружи*, 枪支出售, 出售枪, 卖枪, 枪支弹药, 仿真枪出售, 军火买卖, 黑市武器, 黑枪, 枪械, 拳銃販売, 拳銃 販売, 拳銃を, 銃の密売, 銃器販売, 密輸銃, 爆弾の作り方, 총기 판매, 불법 총기, 권총 판매, 폭탄 제조, سلاح بدون, اسلحه بدون, أسلحة بدون, اسلحه غير مرخصه, أسلحة غير مرخصة, مسدسات بدون, اسلحه للبيع, أسلحة للبيع, سلاح للبيع, مسدسات للبيع, السوق السوداء, nielegalna  bron bez, ruhsatsiz silah*, ruhsatsiz tabanca*, illegale wapens, wapens zonder, armi illegali, armi senza`,
  },
  {
    id: 'forgery',
    strict: true,
    terms: `fake id, fake ids, fake i d, fakeid*, fake passport*, fake driver*, fake driving licen*, fake licen*, fake visa*, fake residence*, fake diploma*, fake degree*, fake transcript*, fake certificate*, fake birth certificate*, fake document*, fake documents, fake papers, fake identit*, fake social security, fake ssn, fake vaccin*, fake covid*, fake doctor*, fake sick note*, fake medical certificate*, fake prescription*, fake utility bill*, fake bank statement*, fake payslip*, fake pay stub*, fake paystub*, fake invoice*, fake receipts, fake money, fake bills, fake banknote*, fake notes, fake cash, fake currency, fake euro*, fake dollar*, counterfeit bill*, counterfeit note*, counterfeit money, counterfeit cash, counterfeit currency, counterfeit banknote*, counterfeit euro*, counterfeit dollar*, counterfeit document*, counterfeit passport*, counterfeit id*, counterfeit medic*, counterfeit pill*, counterfeit watch*, counterfeit handbag*, counterfeit good*, counterfeit product*, counterfeit designer*, forged document*, forged passport*, forged id*, forged diploma*, forged visa*, forged papers, forged identit*, forged certificate*, forged degree*, forge your,  novelty id*, novelty passport*, novelty license*, novelty licence*, novelty diploma*,  replica diploma*, replica degree*, replica passport*, scannable id*, scannable fake*, scannable license*, scannable licence*,  ids that scan, id that scans, second passport no questions, real looking id*, passports for sale, passport for sale, buy passport*, buy a passport, buy ssn*, buy diploma*, buy a diploma, buy degree*, buy a degree, degree without study*, degree without attending, degrees without attending, diploma without, diplomas without, diploma mill*, degree mill*, verifiable degree*, registered passport*, registered driver*, database registered passport*, real registered, passports and driver, passport and id cards, documents that pass, passes scanners, passes inspection, pass uv, passes uv, uv test*, pen test passing bills, passes the pen test, pass the pen test, hologram overlays id, id templates, id template pack*, passport template*, psd template* passport*, psd template* id*, passport psd, license psd, id card psd, utility bill template*, superdollar*, super dollars, prop money that passes, undetectable banknote*, undetectable bill*, undetectable note*, undetectable counterfeit*, undetected bills, grade a bills, grade a banknote*, grade a notes, banknotes that pass, bills that pass, notes that pass, replica watch*, replica handbag*,  replica rolex*, replica designer*,  replica sneaker*,  rolex replica*, superclone*, super clone*, superfake*, super fake*, 1 1 replica*, mirror quality, mirror replica*, aaa replica*, aaa quality bag*,    dupes with logo, rep sneakers, reps shop, ua sneakers, with real labels, with the real logo, indistinguishable from the original, indistinguishable from genuine, indistinguishable from real, copy of your passport, vaccination card*, blank vaccine card*, covid pass without, sick notes without, doctors notes without, doctor note generator fake, marriage of convenience, sham marriage*, green card marriage, buy citizenship without, buy ielts, ielts without exam, buy toefl, toefl without, certificate without exam*, certificates without exam*, licence without test, license without test, driving licence without, driving license without, driver license without, drivers license without,
      documentos falsos, documento falso, pasaporte* falso*, carnet* falso*, carne* de conducir falso*, dni falso*, identidad falsa, titulo* falso*, diploma* falso*, titulo universitario sin, titulos universitarios sin, carnet sin examen, carnet de conducir sin, billetes falsos, dinero falso, moneda falsa, replicas de lujo, replicas de relojes, bolsos replica, imitaciones de lujo, certificado falso, certificados falsos,
      gefalschte*, falsche ausweis*, falscher ausweis, falsche papier*, falsche passe, falscher pass, falsche dokument*, falschgeld*, bluten drucken, blute*n kaufen, ausweis kaufen, ausweise kaufen, reisepass kaufen, reisepasse kaufen, fuhrerschein kaufen, fuhrerschein ohne prufung, fuhrerscheine ohne, doktortitel kaufen, diplom kaufen, abschluss kaufen, zeugnis kaufen, zeugnisse kaufen, impfpass kaufen, replica uhren, plagiate,
      faux papiers, faux passeport*, faux permis, faux documents, fausse carte*, fausses cartes, faux diplome*, faux billets, fausse monnaie, fausse identite, fausses identites, faux certificat*, permis sans examen, permis de conduire sans, diplome sans, contrefacon*, contrefait*, repliques de luxe, repliques de montres, faux sacs, passe sanitaire faux,
      documentos falsos, passaporte* falso*, cnh sem, cnh falsa, rg falso, identidade falsa, identidades falsas, diploma* falso*, diploma* sem, carteira falsa, carta de conducao sem, certificado* falso*, notas falsas, dinheiro falso, cedulas falsas, atestado falso, atestados falsos, atestado medico falso, replicas de relogio*, replicas de luxo, bolsas replica, primeira linha replica,
      поддельн* паспорт*, поддельн* документ*, поддельн* диплом*, поддельн* прав*, поддельн* удостоверен*, поддельн* справк*, поддельн* купюр*, фальшив* паспорт*, фальшив* документ*, фальшив* купюр*, фальшив* деньг*, фальшивк*, купить диплом, диплом с занесением, дипломы с занесением, купить права, права без экзамен*, водительские права без, водительск* удостоверен* без, купить паспорт, паспорта на заказ, документы на заказ, документы под ключ гознак, бланк гознак, гознак, купить справку, справки без, больничный купить, реплики часов, копии брендов, копии часов, поддельные, паль,
      假证*, 假證*, 办证*, 辦證*, 假护照*, 假護照*, 假身份证*, 假身份證*, 假驾照*, 假駕照*, 假文凭*, 假文憑*, 假学历*, 假學歷*, 假毕业证*, 假币*, 假幣*, 假钞*, 假鈔*, 假发票*, 代开发票*, 代開發票*, 刻章办证, 高仿*, 精仿*, a货*, 复刻*, 復刻*, 仿牌, 超a, 买学历, 买文凭, 办理文凭, 办理学历, 伪造*, 偽造*, 免考驾照, 免考, 伪钞, 偽鈔, 仿冒, 山寨名牌,
      偽造*, 偽パスポート*, 偽の身分証*, 偽身分証*, 偽免許*, 偽の免許*, 偽札*, ニセ札*, 贋札*, 偽ブランド*, ブランドコピー*, スーパーコピー*, コピーブランド*, コピー品*, 偽物時計, n級品, 偽卒業証書*, 卒業証書販売, 学位販売, 偽の学位, 偽の卒業, なりすまし身分証, 試験なしで免許, 偽証明書, 偽のパスポート, 偽の証明,
      위조*, 가짜 신분증*, 가짜 여권*, 가짜 졸업*, 가짜 민증*, 민증 위조, 위조지폐*, 짝퉁*, 레플리카*, 이미테이션*, 졸업증명서 위조, 미러급,
      جواز مزور, جوازات مزور*, جوازات سفر مزور*, وثائق مزور*, مستندات مزور*, هويات مزور*, هويه مزوره, بطاقات مزور*, شهادات مزور*, شهاده مزوره, رخص مزور*, رخصه مزوره, مزوره, مزورة, مزور, تزوير, اموال مزيفه, أموال مزيفة, نقود مزيفه, عملات مزيفه, عملات مزيفة, جوازات مزيفه, جوازات مزيفة, شهادات مزيفه, شهادات مزيفة, مزيفه, مزيفة, شهادات جامعيه بدون, شهادات بدون, رخصه بدون امتحان, رخص قياده بدون, ساعات مقلده, ماركات مقلده, مقلدة,
      falszyw*, podrobion*, podrobk*, dowod kolekcjonersk*, dowody kolekcjonersk*, prawo jazdy kolekcjonersk*, prawo jazdy bez egzamin*, kolekcjonerskie dokument*, sahte kimlik*, sahte pasaport*, sahte para*, sahte diploma*, sahte belge*, sahte ehliyet*, vals paspoort, valse paspoort*, valse documenten, vals geld, valse diploma*, valse id, nepdiploma*, rijbewijs kopen, rijbewijs zonder, documenti falsi, passaporti falsi, patente falsa, soldi falsi, banconote false, diplomi falsi, patente senza esame, repliche di lusso, ijazah palsu, ktp palsu, uang palsu, dokumen palsu, bang gia, lam bang gia, giay to gia, tien gia, підробл*, фальшив*, नकली*, फर्जी*, fake concert*, fake event ticket*, fake tickets, forged doctor*, forged medical*, forged sick*, forged banknote*, pasaportes falsos, pasaportes y dni falsos, permisos falsos, carne de conducir sin, carnet de conducir sin, passport in another name, passport with another name, passport under another, another name and, in another name, identity in another, id in another, fake receipt*, fake employment, diplomes universitaires sans, diplome universitaire sans, sans etudes, titulos sin, sin estudiar, ohne studium, sem estudar, sem cursar, counterfeit driv*, counterfeit visa*, counterfeit licen*, counterfeit euro*, fake euro*, fake notes, fake driv*, pasaportes falsos y, forged doctors, fake medical`,
  },
  {
    id: 'carding',
    strict: true,
    terms: `   cvv, cvv2, cvvs, cvv shop*, cvv2 shop*, cc dump*, ccdump*, card dump*, dumps with pin, dumps pin,  track 1 and 2,    fullz*, fulls info, ssn dob, ssn fullz, ssns,                  stolen netflix,  hacked paypal*, hacked netflix, hacked bank*, hacked card*, hacked crypto*, hacked wallet*,  cloned credit*, cloned debit*, cloned atm*,   card clone*, card cloner*, card cloning*, card    atm skim*, atm jackpot*, bank log*, bank logs, bank drop*, bank drops, paypal log*, paypal transfer*, paypal flips, cash app flip*, cashapp flip*, cashapp log*, money flip*, wu transfer*, western union transfer hack*, western union hack*, hacked western union, log shop*, logs shop*, stealer log*, stealerlog*, redline logs, combo list*, combolist*, account cracker*, account checker*, cc checker*, credential stuffing tool*, cracked account*, bin list non vbv, non vbv, nonvbv, non vbv bins, vbv bypass, 3ds bypass, otp bot*, otp bypass*, otp intercept*, otp grabber*, sms otp intercept*, sim swap service*, sim swap*, sim swaps, simswap*,  identities for sale, card numbers with, live cards, live cc, valid cards, valid cc, valid credit card*, fresh cards, fresh cc, fresh dumps, fresh fullz, fresh logs, prepaid cards with balance, loaded cards, cards with balance, cards with high balance, high balance card*, money mule*, money mules, mule account*, mule network, drop accounts, bank accounts in other names, verified accounts for sale, verified bank account*, kyc verified account*, kyc bypass*, bypass kyc, kyc bypassed, pre verified account*, aged account* stolen, gift card* cracked, gift card generator*, gift card code generator*, giftcard generator*, carded item*, carded goods, carded electronics, carded iphone*, refund service*, refunding service*, refunds as a service, double dip refund*, method refund*, refund method*, concert carded, half price gift cards carded,
      tarjetas clonadas, tarjeta clonada, tarjetas robadas, tarjetas hackeadas, cuentas robadas, cuentas hackeadas, datos robados, clonacion de tarjetas, geklonte karten, geklonte kreditkarten, gestohlene kreditkarten, gestohlene karten, gestohlene daten, gestohlene konten, gehackte konten, gehackte accounts, kreditkartendaten, bankdrop*, cartes clonees, carte clonee, cartes volees, cartes bancaires volees, comptes voles, comptes pirates, donnees volees, numeros de carte bancaire, cartoes clonados, cartao clonado, cartoes roubados, contas roubadas, contas hackeadas, contas laranja, conta laranja, dados roubados, info cc, consultavel, краденые карт*, ворован* карт*, украденн* карт*, украденн* данн*, украденн* аккаунт*, взломанн* аккаунт*, клонированн* карт*, клоны карт, дампы карт, дамп*, кардинг*, кардер*, сс с балансом, дропы, дроп карт*, дебетовые карты на чужое имя, карты на дропов, обнал*, обналичива*, 盗刷*, 盜刷*, 信用卡资料, 信用卡資料, 信用卡数据, 盗来的, 被盗信用卡, 被盗账号, 被盗账户, 料子, 内料, 外料, 克隆卡, 复制卡, 四件套, 银行卡四件套, 银行卡出售, 人头账户, 人頭帳戶, 跑分*, 洗料, 盗号*, 盜號*, カード情報, 盗難カード*, 盗んだ*, 不正入手*, クローンカード*, スキミング*, 盗難クレジット*, クレカ情報, 不正利用カード, 口座売買, 口座買取, 飛ばし携帯*, とばし携帯*, 闇口座, 他人名義, 乗っ取りアカウント, 복제카드*, 도난카드*, 대포통장*, 대포폰*, 대포 통장, 대포 폰, 카드 정보 판매, 신용카드 정보, 해킹된 계정, بطاقات مسروقه, بطاقات مسروقة, بطاقات ائتمان مسروق*, بطاقات منسوخه, بطاقات مستنسخه, بطاقات مستنسخة, حسابات مسروقه, حسابات مسروقة, حسابات مخترقه, حسابات مخترقة, بيانات مسروقه, بيانات مسروقة, مسروقه, مسروقة, كاردينج, فيزا مشحونه, kradzione karty, skradzione*, klonowane karty, sklonowane karty, calinti*, calinti kart*, kopya kart*, klon kart*, gestolen creditcard*, gestolen data, gekloonde kaarten, carte clonate, carte rubate, account rubati, dati rubati, kartu curian, вкраден* карт*, चोरी के*, stolen credit card*, stolen cards, stolen debit*, stolen card numbers, stolen accounts for, hacked email*, hacked social*, hacked accounts cheap, buy hacked, accounts in other people*, accounts in someone else*, other peoples names, other people s names, somebody else s money, someone else s money, other people s money, infostealer logs, stealer logs, redline, cookies wallets and passwords, logs fresh daily, fresh logins, cards that still work, cards with money on`,
  },
  {
    id: 'cybercrime',
    strict: true,
    terms: `ddos for hire, ddos as a service, ddos service*, ddos attack service*, ddos panel*, ddos tool*, ddos any, ddos your, ddos botnet*,   ip  ip  ipstresser*,   web  layer 7 attack*, layer 4 and layer 7, l7 stress*, botnet rental*, botnet for rent, botnet for hire, rent a botnet, rent our botnet, botnet access, botnet hire, take any site offline, takes any site offline, take any website offline, knock any site offline, knock sites offline, knock websites offline, knock any, knocks any, knock your opponent*, knock rivals offline, knock a rival, take down any website, take down competitor*, take down rival*, take competitors offline, take rivals offline, take a competitor offline, flood a rival*, boot players offline, boot anyone offline, boot opponents, ransomware as a service, ransomware kit*, ransomware builder*, ransomware affiliate*, ransomware source,  malware as a service, malware builder*, malware kit*, malware  fud     fud rat*,  rat builder*, trojan builder*, stealer builder*,    wallet drainer*, crypto drainer*, drainer kit*, drainer as a service, drainer script*, token drainer*, nft drainer*, exploit kit*, exploit pack*,  0day for sale, 0day exploit*, zero days for sale, phishing kit*, phishing page*, phishing panel*, phishing template*, phishing as a service, phishing script*, phishing site builder*, scampage*, scam page*, scam pages, scampages, scam kit*, scam script*, spam tool*, spamming tool*, smtp cracker*, inbox mailer*, bulk sms spoof*, sms spoof*, call spoof*, caller id spoof*, spoofed calls, spoof any number, spoof your number, email spoof*,   silent miner*, hidden miner*,  silent exploit*, macro exploit*, office exploit builder*, backdoor access for sale, rdp access for sale, hacked rdp*, initial access broker*, network access for sale, corporate access for sale, shell access for sale,  hacker for hire, hackers for hire, hire a hacker, hire hacker*, rent a hacker, hacking service*, hack service*, hack for hire, hacking for hire, hack any, hack anyone, hacks any, hack into any, hack into someone*, hack into your, hack her, hack his, hack their, hack your partner*, hack your ex*, hack your spouse*, hack your wife, hack your husband, hack your girlfriend*, hack your boyfriend*, hack someone*, hack facebook*, hack instagram*, hack whatsapp*, hack snapchat*, hack gmail*, hack email*, hack accounts, hack account*, hack phone*, hack iphone*, hack bank*, hack wifi*, hack grades, change your grades, change grades, change school grades, change university grades, grade changing, grade change, social media hack*, instagram hack*, facebook hack*, whatsapp hack*, snapchat hack*, gmail hack*, break into any, break into someone*, break into anyone*, break into her, break into his, gets into any account*, get into any account*, get into someone*, get into her, get into his, get into any phone*, access any account, access any instagram*, access any phone*, access anyone*, access someone elses, crack any password, crack anyone*, crack any account, recover passwords of others, brute force account*, brute forcer*, account brute*, account takeover tool*, account takeover service*, account stealing, steal account*, steal password*, steal passwords, steals passwords, steal cookies, steal login*, steals login*, stealing login*, steal crypto*, steal data, steal wallet*, bypass 2fa*, 2fa bypass*, bypass two factor, icloud bypass*, icloud unlock stolen, imei change*, imei repair blacklisted, bypass activation lock on stolen, spy on your wife, spy on your husband, spy on your partner*, spy on your girlfriend*, spy on your boyfriend*, spy on your spouse*, spy on any*, spy on her, spy on his, spy on him, spy on their, spy on someone*, spy on a partner*, spy on cheating, spy app*, spy apps, spyphone*, spy phone*,   stalk your ex*, stalk your, stalk anyone, stalking app*, stalk any, track your wife*, track your husband*, track your girlfriend*, track your boyfriend*, track your partner*, track your spouse*,  track her phone, track his phone, track her every, track her location, track his location, track anyone*, track any phone*, track a partner*, read her messages, read his messages, read her texts, read his texts, read her chats, read their messages without, read your partner*, read your wife*, read your husband*, read your girlfriend*, read your boyfriend*, read your spouse*, read someone elses, read anyones,  see her messages, see his messages, see who she, see who he, mirror her phone, mirror his phone, mirrors her phone, secretly monitor*, secretly track*, secretly read*, secretly record*, secretly install*, secretly watch*, secret monitoring, hidden monitoring app*, hidden tracker app*, invisible app on her, cheating spouse spy, catch a cheating with their phone,  dox anyone, doxing service*, doxxing service*,   swat anyone, swat service*, game cheats undetected bank, seo negative attack, license bypass crack*,  exfiltrat* credentials for sale, database leaks for sale,       buy leaked data,
      hackear*, hackeo*, hackers a sueldo, contratar hacker*, contrata un hacker, ataques ddos, espiar a tu pareja, espiar*, espia whatsapp, espia el movil, espia el celular, phishing kit*, kits de phishing, rastrear a tu pareja, leer sus mensajes, hacken*, hacker mieten, hacker buchen, hackt, konten knacken, accounts knacken, konto knacken, partner ausspionieren, partner uberwachen, partnerin uberwachen, ausspionier*, handy ausspahen,  ddos angriffe, ddos attacken, ddos mieten, phishing seiten, phishingseiten, trojaner baukasten, erpressungstrojaner, pirater un compte, pirater des comptes, pirater*, pirate les comptes, pirate informatique a louer, hacker a louer, louer un hacker, attaques ddos, espionner*, espionnez*, espionner votre conjoint, kit de phishing, kits de phishing, kits d hameconnage, hacker de aluguel, contratar hacker, hackear contas, invadir contas, invadir whatsapp, invadimos*, invado, invasao de contas, espionar*, espione*, ataque ddos, ataques ddos, clonar whatsapp, telas fake, взлом аккаунт*, взлом страниц*, взлом вк, взлом почт*, взлом whatsapp*, взлом телеграм*, взлом телефон*, взлом инстаграм*, взлом соцсет*, взломать*, взломаем*, взлом переписк*, взлом любых, взлом на заказ, услуги хакер*, хакер на заказ, нанять хакера, хакерские услуги, слежка за, следить за женой, следить за мужем, шпионить*, шпионск*, чтение чужих, читать чужие, чужую переписку, ддос атак*, ддос на заказ, ddos атак*, ddos на заказ, фишинг кит*, фишинговые сайты на заказ, фишинговые страниц*, стилер*, криптор*, ботнет в аренду, аренда ботнета, вирус* вымогател*, пробив*, пробить человека, 黑客接单, 黑客服务, 黑客服務, 雇黑客, 黑客攻击服务, 代黑, 入侵*, 盗取*, 盜取*, 破解账号, 破解密码, 破解微信, 查聊天记录, 监控微信, 监听手机, 手机监听, 手机监控老婆, 定位他人, 查开房, 查他人, 社工库, 开盒, 人肉搜索, 人肉, ddos攻击, ddos攻擊, ddos攻击服务, 攻击网站, 打网站, 流量攻击, 压力测试攻击, 勒索软件, 勒索軟體, 木马*, 木馬*, 钓鱼网站*, 釣魚網站*, 钓鱼套件, 钓鱼页面, 群呼, 猫池, gsm嗅探, 远控, 免杀*, 免殺, 撞库, 改成绩, ハッキング代行, ハッキングサービス, ハッカー代行, アカウント乗っ取り*, 乗っ取*, 不正アクセス*, ddos代行, ddos攻撃, 攻撃代行, 浮気相手のスマホ, 恋人のスマホ, 妻のスマホ, 夫のスマホ, 彼女のスマホ, 盗み見*, 盗聴*, 監視アプリを相手, フィッシングキット*, フィッシングサイト作成, マルウェア作成, ランサムウェア*, 個人情報販売, 名簿販売, 해킹 대행, 해킹대행, 해킹 의뢰, 해킹해*, 디도스 공격, 디도스 대행, 좀비pc, 몰카*, 도청*, 계정 해킹, 카톡 해킹, 카톡 감시, 피싱 사이트 제작, 개인정보 판매, 랜섬웨어*, تهكير*, اختراق*, اختراق حسابات, اختراق واتساب, اختراق الحسابات, هكر للايجار, هكر للإيجار, هاكر*, هجمات ddos, هجمات حجب, حجب الخدمه, التجسس على, تجسس*, تجسس على زوج*, برنامج تجسس, مراقبه زوج*, مراقبة زوج*, صفحات تصيد, صفحات مزوره, فيروس فديه, برامج فديه, ابتزاز,
      haker do wynajecia, wlamanie na konto, wlamania na konta, wlamujemy*, ataki ddos, ddos na zamowienie, szpieguj*, podsluch*, hacker kirala*, hesap hackle*, hackle*, hesap kirma, hesap calma, ddos saldiri*, casus yazilim*, esini takip, whatsapp casus, hacker inhuren, accounts hacken, account hacken, ddos aanval*, partner bespioneren, bespioneer*, phishing panel*, hacker a pagamento, hackerare*, spiare*, spia il partner, attacchi ddos, jasa hack*, sadap wa, sadap whatsapp, hack zalo, hack facebook, зламати акаунт, злам акаунт*, हैक कर*, swatting and doxx*, doxxing and swatting, swatting on demand, swat on demand, doxxing on demand, doxing on demand, hackeamos*, hackear whatsapp, hackear instagram, hackear cuentas, we hack, we hacked, hack into, into any inbox, into any account, any inbox within, we give the password, we give you the password, messages without her, messages without him, hack your university, hack your school, hack the university`,
  },
  {
    id: 'scam',
    strict: true,
    terms: `   hyip*, double your bitcoin, double your btc, double your crypto, double your eth, double your money, double your investment, double your deposit, doubles your bitcoin, doubles your crypto, doubles your money, doubles your deposit, doubled in, bitcoin doubler*, btc doubler*, crypto doubler*, triple your, triples your, 10x your money, 10x your deposit, multiply your bitcoin*, multiplies your*, send 1 btc, send btc and, send bitcoin and receive, send crypto and receive, send eth, we send back, get back double, receive double, receive twice, get twice back, returns twice, guaranteed profit*, guaranteed daily*, guaranteed return*, guaranteed weekly*, guaranteed monthly*, guaranteed roi, guaranteed income*, guaranteed win*, guaranteed gain*, guaranteed loan*, guaranteed payout*, profit guaranteed, profits guaranteed, returns guaranteed, return guaranteed, roi guaranteed, risk free profit*, risk free return*, risk free investment*, risk free roi, zero risk return*, no risk investment, 100 profit, 300 profit, 200 return*, 300 return*, 500 return*, 100 return*, percent daily, percent a day, percent per day, per day guaranteed, daily profit guaranteed, weekly roi, 2 daily, 3 daily, 5 daily, 10 daily, recruit friends and earn forever, recruit others, earn from everyone you recruit,  pay the joining fee,   release fee*, clearance fee*,   unlock fee*, pay a small fee to, small fee to release, fee to unlock, fee to release, pay a fee to claim, inheritance fund*, unclaimed inheritance*, nigerian prince*, advance fee*, lottery winner*, lottery winning*, you have won, youve won, claim your prize, claim your winning*, prize claim, romance script*,   pig butcher*, scam script*, scam kit*, scam tutorial*,  scam bank, scam people, scam victims for,  fraud tutorial*, fraud guide*, fraud method*, fraud bible*, fraud kit*, fraud service*, tax refund fraud, insurance fraud service, crash for cash, staged accident*, fake invoice service*, fake charity, fake shop builder*, fake store builder*, fake webshop*, fake crypto exchange*, fake trading platform*, fake exchange*, fake investment*,   rug pull kit*, honeypot token*,  pump group*, pump signals, insider tip*, insider trading tip*,   pump your token, wash trade*, trading volume bot*,  launder money, launder your*, launder cash,    cash cleaning, clean dirty money, clean your money, clean dirty, clean your coins, clean coins, wash your coins, wash coins, wash your crypto, wash bitcoin*, wash money, dirty money, dirty coins, dirty crypto, dirty bitcoin*, tainted coin*, bitcoin mixer*, bitcoin  crypto mixer*, crypto  coin mixer*, coin  btc mixer*,  tumbling service*, cash out stolen, cashout service*, cash out service*, cashing out, tax evasion*, evade tax*, evade taxes, hide money from, hide your money from, hide income from, hide assets from, shell compan* anonymous, nominee director* anonymous, evade sanctions, sanctions evasion, dodge sanctions, recover stolen crypto, recover your stolen crypto, recover lost crypto, recover your lost crypto, recover lost bitcoin*, recover your bitcoin*, recover stolen bitcoin*, recovery of stolen crypto, crypto recovery expert*, crypto recovery agent*, crypto recovery hacker*, crypto recovery service*, bitcoin recovery, funds recovery expert*, recover scammed funds, recover money lost to scam*, asset recovery hacker*,   fake rating*, fake testimonial*, fake five star*, fake 5 star*, buy reviews, buy review*, buy google review*, buy amazon review*, buy trustpilot*, buy yelp review*, buy 5 star*, buy five star*, buy positive review*, bought reviews, sell reviews, paid reviews, reviews for sale, reviews written by our team, five star reviews from aged, review farm*, review bombs, negative reviews on competitors, bomb competitors with, bot followers, fake followers, fake likes, fake traffic, click fraud, click farm*, clickfarm*, ad fraud, fake clicks, fake votes, buy votes, rig votes, vote rigging, election rigging, match fixing, fixed match*, fixed matches, fixed odds insider matches, rigged game*, fix matches, coupon glitch, bank glitch, atm glitch*, infinite money glitch, loan scam*, debt erasing secret, credit repair    cpn package*, tradeline fraud, fake job offer*, fake employ*, fake landlord*, rental scam kit*, ticket scam, fake ticket*, fake tickets,  fake escrow*, fake bank website*, fake bank app*, fake bank site*, fake support, tech support scam*, fake antivirus*, fake virus warning*, scareware*, fake paypal, fake payment screenshot*, fake payment*, payment screenshot generator*, fake transaction*, fake balance*, fake bank transfer*, flash usdt*, flash btc*, flash bitcoin*, flash crypto*, usdt flash*, flash coin*, usdt sender fake, fake usdt, fake btc, exam leak*, leaked exam*, buy exam answers, exam answers before, exam papers in advance, exam paper leak*, take your exam for you, takes your exam, sit your exam, sits your exam, exam impersonat*, proxy test taker*, proxy exam*, someone to take your exam, contract cheating,
      esquema piramidal, estafa piramidal, duplica tu dinero, duplica tus bitcoins, duplica tu inversion, duplica tu*, ganancias garantizadas, ganancia garantizada, rendimiento garantizado, rentabilidad garantizada, beneficio* garantizado*, sin riesgo diario, lavado de dinero, lavar dinero, blanqueo de dinero, blanquear dinero, blanqueo de capitales, blanqueamos*, dinero sucio, evadir impuestos, resenas falsas, opiniones falsas, comprar resenas, kit de estafa*, estafar*, estafa romantica, schneeballsystem*, verdopple dein*, verdoppeln sie ihr*, verdoppeln sie ihre*, garantierte rendite*, garantierte gewinn*, garantierter gewinn*, garantierte tagliche*, rendite garantiert, geldwasche*, geld waschen, geld waschen lassen, schwarzgeld*, gefalschte bewertungen, bewertungen kaufen, fake bewertungen, betrugsmasche kaufen, betrugsset*, enkeltrick*,   pyramide de ponzi, systeme pyramidal, doublez vos*, doublez votre*, doubler vos*, gains garantis, rendement garanti, rendements garantis, profits garantis, profit garanti, blanchiment*, blanchir de l argent, blanchir*, blanchissez*, argent sale, faux avis, acheter des avis, kit d arnaque*, arnaquer*, brouteur*, esquema de piramide, piramide financeira, dobre seu*, dobre seus*, dobramos*, lucro garantido, lucros garantidos, ganho* garantido*, retorno garantido, rendimento* garantido*, lavagem de dinheiro, lavar dinheiro, dinheiro sujo, avaliacoes falsas, comprar avaliacoes, golpe do*, kit de golpe*, kits de golpe*, aplicar golpe*, финансовая пирамид*, финансовой пирамид*, пирамид* с выплат*, удвоим*, удвой*, удвоение биткоин*, удвоени* криптовалют*, гарантированн* прибыл*, гарантированн* доход*, гарантируем прибыл*, доход гарантирован*, прибыль гарантирован*, процентов в день, отмывани*, отмыть деньг*, отмыв*, грязные деньги, грязной крипт*, биткоин миксер, миксер биткоин*, фейковые отзывы, накрутка отзывов, накрутка отзыв*, купить отзывы, скам*, схемы развода, развод лохов, обмануть*, мошенническ* схем*, серые схемы, темки, чернуха, договорн* матч*, 庞氏*, 龐氏*, 传销*, 傳銷*, 杀猪盘*, 殺豬盤*, 稳赚不赔*, 穩賺不賠*, 稳赚*, 穩賺*, 包赚*, 保本高息, 保证收益, 保證收益, 保证盈利, 保證獲利, 保證獲利, 日收益, 日息, 每日返利, 翻倍返还, 翻倍*, 资金盘*, 資金盤*, 洗钱*, 洗錢*, 洗黑钱, 洗白*, 黑钱, 刷单*, 刷單*, 刷好评*, 刷好評*, 刷评*, 假评论*, 假好评, 假評論*, 诈骗*话术, 话术剧本, 诈骗剧本, 詐騙劇本, 骗钱, 騙錢, 诈骗套路, 诈骗教程, 代考*, 替考*, 改分, 套现*, 套現*, 博彩代理盘口, 假冒客服, 解冻费, 手续费先付, ネズミ講*, ねずみ講*, ポンジ*, 元本保証*, 必ず儲かる*, 絶対儲かる*, 確実に儲かる*, 必ず倍*, 倍になって*, 倍にして返*, 倍返し*, 月利*保証, 日利*, 高利回り保証, 利益保証*, 配当保証, マネーロンダリング*, マネロン*, 資金洗浄*, 闇バイト*, 受け子*, 出し子*, かけ子*, 詐欺マニュアル*, 詐欺ツール*, 詐欺キット*, 詐欺のやり方, ロマンス詐欺*, サクラレビュー*, さくらレビュー*, やらせレビュー*, 偽レビュー*, レビュー代行*, 高評価を購入, 替え玉受験*, 替え玉*, 現金化*, 八百長*, 裏金, 폰지*, 다단계 고수익, 원금 보장*, 원금보장*, 수익 보장*, 수익보장*, 무조건 수익, 두 배로*, 돈세탁*, 자금세탁*, 보이스피싱 대본*, 사기 대본*, 가짜 리뷰*, 리뷰 조작*, 리뷰조작*, 대리시험*, 대리 시험*, 승부조작*, 휴대폰깡, 카드깡, احتيال, الاحتيال, نصب, مخطط هرمي, تسويق هرمي, ضاعف اموالك, ضاعف أموالك, ضاعف استثمار*, مضاعفه اموال*, مضاعفة أموال*, ارباح مضمون*, أرباح مضمونة, ربح مضمون, ارباح يوميه مضمون*, أرباح يومية, عائد مضمون, عوائد مضمون*, بدون مخاطره, غسيل اموال, غسيل أموال, غسيل الاموال, غسيل الأموال, غسل الاموال, تبييض الاموال, تبييض أموال, تبييض اموال, اموال قذره, تقييمات مزيفه, تقييمات مزيفة, تقييمات وهمي*, مراجعات وهمي*, شراء تقييمات, سيناريو* احتيال, piramida finansowa, gwarantowan* zysk*, podwoj*, pranie pieniedzy, falszywe opinie, falszywych opinii, kup opinie, saadet zinciri, garantili kazanc*, garantili kar, paranizi ikiye katla*, kara para*, sahte yorum*, piramidespel, gegarandeerd rendement, gegarandeerde winst, verdubbel je*, witwas*, nepreviews, nep reviews, schema ponzi, guadagni garantiti, rendimento garantito, raddoppia*, riciclaggio*, riciclare denaro, recensioni false, recensioni finte, skema ponzi, untung pasti, gandakan uang, pencucian uang, lua dao, шахрайськ*, पैसे दोगुन*, पैसा दोगुना, गारंटीड मुनाफा, fixed football matches, fixed football, fixed soccer, match fixer*, fixed games, insider odds, fixed bets, get back bitcoin lost, reverse any transaction, reverse bitcoin transaction*, reverses any transaction, get back your crypto, get your crypto back, get your bitcoin back, get back money lost, lost to scammers guaranteed, goes in grey, in grey out, in grey comes out, comes out white, invoices supplied, write your thesis, writes your thesis, write your dissertation, sit your online exam, sit your exam, take your online exam, fake usdt, shows in any wallet`,
  },
  {
    id: 'piracy',
    strict: true,
    terms: `cracked software, cracked app*, cracked game*, cracked version*, cracked license*, cracked licence*, cracked apk*, cracked copies, cracked copy, cracked plugin*, cracked photoshop, cracked adobe, cracked windows, cracked office, cracked autocad, nulled*, nulled script*, nulled theme*, nulled plugin*, warez*,   serial key generator*, license key generator*, activation crack*, activator crack, windows activator*, kms activator*, kmspico, pirated*, pirate stream*, pirate iptv, pirate copies, pirate copy, pirate movies, pirate games, pirate software, pirated movies, pirated software,   bootleg dvd*, iptv piracy, illegal iptv, illegal stream*, iptv reseller panel*, iptv all channels, iptv with all, all premium channels, every premium channel, every pay tv channel, all pay tv channels, all pay tv, every channel on earth, thousands of premium channels, unlock all channels, unlocked channels, ppv events included, all ppv, ppv included, every ppv, cam rips, camrip*, cam rip, telesync*, screeners, screener leaks, movies still in cinemas, films still in cinemas, still in cinemas, still in theaters, still in theatres, still in the cinema*, before it leaves cinemas, in theaters now for free, new releases free, latest blockbusters free, free movies hd no, watch new movies free, latest movies free, latest films free, netflix for 1, netflix accounts cheap, cheap netflix account*, lifetime netflix, lifetime spotify premium, free netflix account*, premium account generator*, account generator*, premium accounts for pennies, shared stolen, fire stick loaded, firestick fully loaded, fully loaded firestick, fully loaded fire stick*, jailbroken fire*, jailbroken firestick*, fully loaded kodi, loaded kodi, kodi box fully, cccam*, card sharing server*, cardsharing*, cline*, drm removal, remove drm, removes drm, strip drm, strips drm, drm stripped, drm stripping, bypass drm, paywall bypass for resale, pirated textbook*, pirated ebook*, textbook pdfs free, textbook piracy, ebooks cracked, leaked albums, leaked album*, leaked movies, leaked films, leaked games, leaked source, leaked course*, leaked courses, stolen courses, group buy seo tools, torrent* of latest, torrents of new releases, rom hack store sells, preloaded roms, roms preloaded, flash cart preloaded, modchip*, bypass license*, bypass licence*, bypass activation, bypass copy protection, licence check removed, license check removed, license checks removed, licence checks removed, activation removed, registration removed, unlocked for free, paid apps for free, paid apps free, paid software for free, paid software free, paid games free, premium apps for free, premium software for free, premium unlocked, mod apk premium, 
      software pirata, peliculas pirata*, pirateria, iptv pirata*, peliculas de estreno gratis, estrenos gratis, estrenos de cine gratis, canales de pago gratis, todos los canales de pago, cuentas netflix baratas, programas crackeados, crackeado*, juegos crackeados, raubkopie*, raubkopien, schwarzkopie*, gecrackte*, gecrackt, illegale streams, alle pay tv sender, alle sky sender, kinofilme kostenlos, aktuelle kinofilme, logiciels pirates, logiciels crackes, logiciel cracke, films pirates, iptv pirate, iptv illegal*, toutes les chaines payantes, toutes les chaines premium, chaines payantes, films encore au cinema, filmes piratas, programas piratas, programas crackeados, gatonet, iptv pirata, lista iptv*, listas iptv*, todos os canais pagos, todos os canais, todos os canais fechados, canais fechados, filmes do cinema gratis, filmes em cartaz, пиратск*, пиратк*, взломанн* программ*, взломанн* игр*, крякнут*, кряк*, кряки, кейген*, ворованн* софт, экранки, фильмы в прокате, фильмы из кинотеатр*, все платные каналы, 盗版*, 盜版*, 破解版*, 破解软件*, 破解軟體*, 注册机*, 註冊機*, 枪版*, 免费看院线, 院线大片, 付费频道全, 海盗机, 翻墙盒子破解, 序列号生成, 激活码生成, 海賊版*, 違法ダウンロード*, 違法アップロード*, 割れソフト*, 割れ, クラック版*, クラック済み*, シリアル生成, 全チャンネル見放題*, 有料チャンネル*見放題, 劇場公開中*, 公開中の映画, b casカード改造, b casカード書き換え, b casカード, マジコン*, 불법복제*, 불법 복제*, 복돌*, 크랙판*, 크랙 버전*, 누누티비*, 불법 스트리밍*, 영화 무료 다운, 무료 영화 다시보기, برامج مقرصنه, برامج مقرصنة, مقرصن*, قرصنه, قرصنة, كراك, افلام مقرصنه, أفلام مقرصنة, جميع القنوات المشفره, القنوات المشفرة, قنوات مشفره, سيرفر iptv, فك تشفير القنوات, pirackie*, pirackich, oprogramowanie z crackiem, korsan*, crackli*, illegale iptv, gekraakte*, programmi crackati, crackat*, pezzotto*, iptv pirata, film pirata, bajakan*, піратськ*, पायरेटेड*, every film and sport*, every film and channel*, every sports channel, all sports channels, film and sports channel*, channels unlocked, channel unlocked, fire stick with, fire tv stick with, loaded fire stick, new films no ticket, watch it the day it opens, alle sky, alle dazn, sky und dazn, iptv ohne abo, iptv sin cuotas, iptv sans abonnement, iptv sem mensalidade`,
  },
  {
    id: 'violence',
    strict: true,
    terms: `hitman for hire, hitmen for hire, hitman service*, hire a hitman, hire hitman, hire a hit man, hire a killer, hire an assassin*, assassin for hire, assassins for hire, assassination service*, assassination market*,   contract kill*, murder for hire, murder on demand, murder service*, killer for hire, killers for hire, kill anyone, kill someone, kill your, kill on demand, kills on demand, have someone killed, have anyone killed, get someone killed, eliminate anyone, eliminate your enem*, eliminate your rival*, eliminate a rival*, eliminate targets, make him disappear, make her disappear, make them disappear, make someone disappear, make anyone disappear, make people disappear, make problems disappear permanently, make your problem disappear, make rivals disappear, problem people, permanent solution*, permanently removed, permanently remove a person, someone you want gone, want gone, someone gone,   looks like an accident, look like an accident, made to look like an accident, beat someone up, beat up your, beat up anyone, beatings, beating service*, beatings for hire, break legs, break his legs, break her legs, breaks legs, broken legs, break bones, broken bones, thugs for hire, thug for hire, goons for hire, muscle for hire, rent a thug, rent thugs,  arson for hire, arson service*,  burn down, burns down, firebomb*,  kidnapping service*,  intimidat* witness*, witness intimidation, intimidation service*, debt collection by force, scare your ex, scare witnesses, threaten your, threats delivered, revenge service*, revenge attack*, torture on, torture for hire, red room*, snuff film*, snuff video*,  gore videos of real, live torture,    blackmail service*,    terrorist recruit*, join isis, join our jihad, jihad recruit*,  ethnic cleansing now, mass shooting guide, attack planning guide, suicide kit*, suicide pact*, suicide method*,   trafficking of women, women for sale, girls for sale, children for sale, child for sale, babies for sale, baby for sale, brides for sale, bride for sale, buy a bride, buy brides,  slaves for sale, slave market, slave auction*, domestic  sex  forced labour workers, forced labor workers, workers without passports, passports held, passport held, hold their passports, keep their passports, keeps their passports, passports confiscated, confiscated passports, smuggle people,   migrant smuggl*, smuggle migrant*, border crossing guaranteed, cross the border without, crossing without papers, boats to europe, boat crossing*, undocumented crossing*,  smuggled across, smuggle across, organ for sale, organs for sale, kidney for sale, kidneys for sale,  buy a kidney, buy kidney*, buy organ*, sell your kidney*, sell a kidney, sell kidney*, sell your organs, organ broker*,   human organs, black market organ*, organ market*, liver for sale, human remains for sale, egg trafficking, baby market, illegal adoption*, adopt without paperwork, adoption without paperwork, newborn*s for sale,
      asesino a sueldo, asesinos a sueldo, sicario*, sicarios, matar por encargo, trata de personas, venta de organos, rinon en venta, venta de rinones, cruce de frontera sin, secuestr*, palizas, auftragsmord*, auftragskiller*, killer mieten, profikiller*, schlagertrupp*, menschenhandel*, organhandel*, niere kaufen, nieren kaufen, schleuser*, entfuhr*, tueur a gages, tueurs a gages, assassinat sur commande, tueur professionnel, traite des etres, vente d organes, rein a vendre, reins a vendre, passeur*, passeurs, enlevement sur, matador de aluguel, matadores de aluguel, pistoleiro de aluguel, assassino de aluguel, assassinos de aluguel, trafico de pessoas, venda de orgaos, rim a venda, rins a venda,   киллер*, заказное убийств*, заказные убийств*, убийство на заказ, убийства на заказ, наемный убийца, наемные убийцы, избить*, избиен*, поджог*, устранение конкурент*, устраним*, похищени*, торговля людьми, продам почку, продажа органов, почка на продажу, органы на продажу, почки, рабы, рабство, нелегальный переход границ*, вымогательств*, шантаж*, 雇凶*, 杀手服务, 殺手服務, 买凶*, 買兇*, 雇杀手, 杀手*接单, 杀人*代, 代杀, 绑架*, 綁架*, 打断腿, 代打人, 报复服务, 讨债打手, 打手, 收账打手, 人口贩卖*, 人口販賣*, 贩卖人口, 拐卖*, 卖婴儿, 器官买卖*, 器官買賣*, 卖肾*, 賣腎*, 肾源*, 腎源*, 器官出售, 偷渡*, 蛇头*, 蛇頭*, 越南新娘买, 买新娘, 敲诈, 勒索, 殺人請負*, 殺人代行*, 殺し屋*, 殺害依頼, 復讐代行*, 暴行代行, 誘拐*, 人身売買*, 臓器売買*, 臓器販売, 腎臓売, 腎臓を売, 腎臓販売, 密入国*, 密航*, 脅迫代行, 청부살인*, 살인 청부*, 청부 살인*, 청부폭력*, 납치*, 인신매매*, 장기매매*, 장기 매매*, 신장 매매, 밀입국*, 보복 대행, 보복대행, قاتل ماجور, قاتل مأجور, قتله ماجورين, قتلة مأجورين, قاتل محترف, اغتيال, خدمات قتل, قتل حسب الطلب, خطف, اختطاف, الاتجار بالبشر, اتجار بالبشر, بيع اعضاء, بيع الأعضاء, بيع الاعضاء, اعضاء بشريه, أعضاء بشرية, كليه للبيع, كلية للبيع, كلى للبيع, تهريب البشر, تهريب المهاجر*, تهريب مهاجر*, platny zabojca, platny morderca, zabojstwo na zlecenie, pobicie na zlecenie, handel ludzmi, nerka na sprzedaz, porwani*, kiralik katil*, tetikci*, organ ticaret*, bobrek satil*, satilik bobrek, insan ticareti, insan kacakci*, huurmoord*, mensenhandel*, orgaanhandel*, mensensmokkel*, sicari*, killer a pagamento, tratta di esseri, traffico di organi, rene in vendita, scafist*, pembunuh bayaran, jual ginjal, giet thue, ban than, кілер*, продам нирку, हत्यारा किराए, किडनी बेच*, forced labour, forced labor, crossing without papers, border without papers, border without documents, over the border without, into europe without, safe houses and boats, paid donors, donor is paid, donor in weeks, stand in your way, stands in your way, tenants leave early, pay them a visit, pay him a visit, pay her a visit, our boys, our lads will, beat him up, beat her up, harass them, to harass, harassment service*, harassment as a service, half now half after, half now half when`,
  },
  {
    id: 'wildlife',
    strict: true,
    terms: `elephant ivory, raw ivory, ivory tusk*, ivory carving* new, ivory for sale, ivory trade*, ivory dealer*, ivory shipped, ivory bangles,  rhino horn*, rhinoceros horn*, tiger bone*, tiger skin*, tiger pelt*, tiger cub*, tiger paw*, tiger teeth, tiger wine, leopard skin*, leopard pelt*, bear bile, bear gall,  pangolin scale*,  turtle shell*, tortoiseshell, hawksbill shell*, exotic animal smuggl*, smuggled animals, smuggled reptile*, smuggled parrot*, smuggled bird*, wild caught parrot*,  endangered animal*, endangered wildlife, endangered reptile*, endangered parrot*, baby chimp*, baby orangutan*, baby gorilla*, slow loris*, totoaba*, gorilla hand*, bushmeat*,   poachers, conflict diamond*, blood diamond*, looted antiquit*, looted artifact*, looted artefact*,  smuggled antiquit*, smuggled artefact*, smuggled artifact*, tomb raided, freshly excavated antiquit*, untaxed cigarette*, untaxed tobacco, smuggled cigarette*, smuggled tobacco,  duty unpaid cigarette*,
      marfil, cuerno de rinoceronte, pieles de tigre, especies protegidas, contrabando*, elfenbein*, nashorn*, tigerfell*, schmuggel*, ivoire, corne de rhinoceros, peaux de tigre, contrebande*, marfim, chifre de rinoceronte, peles de onca, animais silvestres, слонов* кост*, бивн*, рог носорога, шкур* тигр*, контрабанд*, краснокнижн*, 象牙*, 犀牛角*, 虎骨*, 穿山甲*, 熊胆*, 虎皮*, 走私*, 鱼翅, 野味, 玳瑁, サイの角*, 象牙*, 虎の骨, べっ甲, 密猟*, 密輸*, センザンコウ*, 상아, 코뿔소 뿔, 밀수*, 웅담, عاج*, العاج, قرن وحيد القرن, قرون وحيد القرن, جلود نمور, تهريب*, بضائع مهربه, بضائع مهربة, حيوانات مهربه, kosc sloniowa, fildisi, gergedan boynuzu, kacak sigara*, ivoor, avorio, corno di rinoceronte, contrabbando*,  sung te giac, nga voi`,
  },
  {
    // Crimes by name: a subject of defence, news and law as often as of an offer.
    id: 'crime',
    strict: true,
    terms: `forged, forgeries, forgery, counterfeit, counterfeits, counterfeited, carding, carder, carders, skimmers, dumps, cloned card*, clone cards, cloned cards, card clones, ransomware, keygens, keygen, crypter*, stealer, stealers, infostealer*, info stealer*, password stealer*, booter, booters, stresser, stressers, botnet, botnets, tumbler, tumblers, spyware, stalkerware*, keylogger*, trojan, trojans, malware, rootkit*, exploit kit, phishing, smishing, vishing, phish, slaves, slave, kidnapping, kidnap, kidnaps, arson, extortion, extort, blackmail, smuggler*, smuggled, smuggling, smuggle, contraband, looted, poached, poachers, money launder*, laundering, launder, launders, laundered, ponzi*, pyramid scheme*, rug pull*, rugpull*, pump and dump*, romance scam*, love scam*, insider information, insider tips, knockoff*, knock offs, bootleg*, stolen, hacked, leaked database*, leaked databases, leaked credential*, breached database*, remote access trojan*, cryptojack*, webshell*, zero day*, zero days, 0day*, 0days, doxx*, doxing, doxed, swatting, people smuggl*, human smuggl*, human trafficking, human traffick*, organ trafficking, organ trade, revenge porn*, sextortion*, contract killing*, contract killer*, hitman, hitmen, assassin*, acid attack*, terror attack*, terrorist*, pirated, piracy, cracked, nulled, warez, fake review*, fake reviews, fake account*, fake followers, identity theft, identity fraud, credit card fraud, wire fraud, fraud, frauds, scam, scams, scammer*, scamming, defraud*, money mule*, mules, mule, fullz, cvv, cvvs, ddos, backdoor*, sim swap*, bribe*, bribery, tax evasion, poison, poisons, murder*, kill, bodies, robbery, burglar*, shoplift*, jammer, jammers, skimming, embezzl*, ransom, estafa*, fraude*, falso, falsos, falsa, falsas, falsific*, robad*, robo, hackead*, gefalscht*, gestohlen*, gehackt*, betrug*, faux, fausse*, vole, voles, volee, volees, pirate*, arnaque*, roubad*, clonad*, falsificad*, golpe*, поддельн*, фальшив*, краден*, украден*, ворован*, взлом*, мошенн*, фишинг*, 假, 伪造, 偽造, 盗, 盜, 诈骗, 詐騙, 钓鱼, 釣魚, 黑客, 駭客, 偽, 盗難, 詐欺, フィッシング, ハッキング, 위조, 가짜, 도난, 해킹, 사기, مزور*, مزيف*, مسروق*, احتيال, نصب, اختراق*, تصيد`,
  },
  {
    id: 'crime.offer',
    terms: `for hire, for rent, as a service, on demand, to order, for sale, buy, order, sell, sells, selling, sold, rent, rents, hire, kit, kits, builder*, panel*, affiliate*, template*, templates, ready made, premade, turnkey, wholesale, bulk, shipped, ships, delivered, delivery, in stock, fresh, cheap, price*, pay, payment, escrow, telegram, bitcoin, btc, crypto, monero, guaranteed, undetectable, undetected, untraceable, no trace, anonymous, discreet*, nobody will, no one will, resell*, vendor*, marketplace*, market, shop, store, subscription, plans from, per hour, a day, lifetime, unlimited, hosting included, tutorial*, guide, how to, learn to, earn, customers, target*, victim list, name the target, we do the rest, we do, we will, we sell, we ship, proof, half up front, success rate, balance, with pin, with balance, high balance, all banks, any bank, vend*, compra*, a la venta, envio*, kauf*, verkauf*, bestell*, versand, vendre, achet*, livr*, venda, vendemos, compre, продаж*, прода*, куп*, заказ*, на заказ, аренд*, 出售, 代办, 办理, 购买, 接单, 批发, 代做, 販売, 購入, 代行, 請負, 판매, 구매, 대행, 의뢰, بيع, للبيع, شراء, نبيع, خدمه, خدمة, خدمات`,
  },
  {
    id: 'id.paper',
    terms: `passport, passports, driving licen*, drivers licen*, driver licen*, driver s licen*, licence, license, licences, licenses, id, ids, id card*, identity card*, identity, identities, diploma*, degree, degrees, transcript*, certificate*, visa, visas, permit, permits, green card*, birth certificate*, social security, residence permit*, papers, documents, document, bank statement*, payslip*, utility bill*, sick note*, doctor s note*, doctors note*, medical certificate*, prescription pad*, vaccine card*, vaccination*, receipt*, invoice*, ticket, tickets, banknote*, bank notes, notes, bills, euros, dollars, euro notes, currency, cash, cheque*, coins, pasaporte*, dni, permiso*, carnet, carnets, titulo*, billete*, ausweis*, reisepass*, passe, fuhrerschein*, zeugnis*, diplom, geldschein*, passeport*, permis, papiers, diplome*, billets, carte d identite, passaporte*, cnh, rg, identidade*, diplomas, cedulas, notas, carteira*, паспорт*, водительск*, прав*, диплом*, документ*, удостоверен*, купюр*, справк*, аттестат*, 护照, 護照, 身份证, 身份證, 驾照, 駕照, 文凭, 文憑, 学历, 學歷, 毕业证, 畢業證, 钞票, 鈔票, 发票, 證件, 证件, 签证, パスポート, 旅券, 免許証, 身分証, 卒業証書, 学位, 証明書, 紙幣, 在留カード, 여권, 신분증, 면허증, 졸업장, 지폐, 증명서, جواز*, جوازات, رخصه, رخص, هويه, هويات, شهاده, شهادات, وثائق, بطاقات, عملات, نقود, paszport*, dowod*, prawo jazdy, dyplom*, banknot*, pasaport*, ehliyet*, kimlik*, diploma, paspoort*, rijbewij*, patente, passaport*, carta d identita, banconot*`,
  },
  {
    id: 'id.false',
    terms: `fake, fakes, false, forged, counterfeit*, novelty, replica, bogus, phoney, phony, scannable, that scan, scans at, real looking, real-looking, look real, looks real, looks genuine, realistic, genuine looking, authentic looking, indistinguishable, passes, pass any, pass every, passes any, pass the, pass under, that pass, pass for, hold up, holds up, registered in the database, in the official database, official database, entered in, without exam*, without the exam, without the test, without a test, without test*, without studying, without study*, without attending, without classes, without lessons, no exam*, no test, no tests, no study*, no attendance, never attended, you never, no lessons, new identity, second identity, another identity, under another name, any name, any nationality, any country, any university, any year, any date, any amount, backdated, hologram*, watermark and hologram, uv, microprint*, undetectable, printed on, printed to order, made to order, we print, we make, we forge, blank, blanks, falso*, falsa*, falsific*, sin examen*, sin estudiar, que pasan, cualquier control, gefalscht*, falsch*, unecht*, ohne prufung*, ohne studium, faux, fausse*, falsifi*, contrefait*, sans examen*, sans etudes, qui passent, falsific*, sem prova*, sem exame*, sem estudar, que passam, поддельн*, фальшив*, липов*, без экзамен*, без учебы, без сдачи, с занесением, гознак, 假, 伪造, 偽造, 仿真, 免考, 不用考, 无需考试, 代办, 以假乱真, 仿, 偽, ニセ, 贋, 偽物, 試験なし, 試験不要, 本物そっくり, 見分けがつかない, 위조, 가짜, 시험 없이, مزور*, مزيف*, مقلد*, بدون امتحان, بدون دراسه, بدون دراسة, falszyw*, podrobion*, bez egzamin*, sahte, sinavsiz, vals, valse, nep, zonder examen, fals*, senza esame*, contraffatt*`,
  },
  {
    id: 'id.strong',
    terms: `without exam*, without the exam, without the test, without a test, without test*, without studying, without study*, without attending, without classes, without lessons, no exams, no classes, no study*, never attended, another name, under another name, in another name, any name you, new identity, second identity, real database, official database, in the database, real registered, pass inspection, passes inspection, pass any check, passes any check, pass every check, pass a border, passes a border, passes border, any border, hold up at, holds up at, scans like, scan like, that scan, scans at, looks like the real, indistinguishable from, like the real thing, real looking, looks real, backdated, sin examen*, sin estudiar, que pasan, cualquier control, ohne prufung*, ohne studium, ohne examen, sans examen*, sans etudes, qui passent, sem prova*, sem exame*, sem estudar, без экзамен*, без учебы, без сдачи, с занесением, 免考, 不用考, 无需考试, 以假乱真, 試験なし, 試験不要, 本物そっくり, 見分けがつかない, 시험 없이, بدون امتحان, بدون دراسه, بدون دراسة, bez egzamin*, sinavsiz, zonder examen, senza esame*`,
  },
  {
    id: 'spouse',
    terms: `wife, husband, spouse, partner, partners, girlfriend, boyfriend, ex, exes, lover, fiance*, cheating, cheater*, cheats, cheat, unfaithful, infidel*, his, her, him, she, someone, anyone, any person, any phone, employees secretly, ehefrau, ehemann, freundin, pareja, esposa, esposo, novia, novio, conjoint*, femme, mari, copine, esposa, marido, namorad*, жен*, муж*, девушк*, парн*, супруг*, 老婆, 老公, 妻子, 丈夫, 女友, 男友, 另一半, 配偶, 对象, 妻, 夫, 彼女, 彼氏, 恋人, 浮気, 相手, 아내, 남편, 애인, 배우자, زوجتك, زوجك, زوجه, زوج, حبيبتك, شريك, zona, zony, meza, partnera, esinin, esinizin, sevgili*, vrouw, man, moglie, marito, fidanzat*`,
  },
  {
    id: 'phone.secrets',
    terms: `messages, texts, chats, whatsapp, call log*, calls, location, phone, phones, camera, microphone, photos, dms, inbox, gmail, instagram, snapchat, keystroke*, screen, mensajes, movil, celular, telefono, nachrichten, handy, standort, messages, telephone, mensagens, celular, localizacao, сообщени*, переписк*, телефон*, звонк*, геолокац*, 手机, 手機, 微信, 聊天记录, 聊天, 短信, 定位, 位置, 通话, 通話, スマホ, line, メッセージ, 位置情報, トーク, 携帯, 휴대폰, 폰, 카톡, 위치, 메시지, هاتف, رسائل, واتساب, موقع, مكالمات, telefon, wiadomosci, mesajlar*, telefoon, berichten, telefono, messaggi`,
  },
  {
    id: 'secretly',
    terms: `secretly, secret, in secret, without knowing, without them knowing, without her knowing, without him knowing, without their knowledge, without her knowledge, without his knowledge, without consent, without their consent, never know*, never notice*, never find out, will not know, wont know, wont notice, nobody will know, no one will know, invisible, invisibly, hidden, hides itself, hide its icon, no icon, undetect*, unnoticed, silently, stealth*, covert*, behind their back, see everything, reads everything, everything on, mirror*, remotely install*, no need to touch, without touching, spy*, spies, stalk*, eavesdrop*, snoop*, bug their, sin que lo sepa, sin que se entere, sin que sepa, oculta*, invisible, espia*, heimlich*, unbemerkt*, unsichtbar*, ohne wissen, ohne dass, a son insu, a l insu, sans qu, en secret, invisible, espion*, sem que, escondid*, invisivel, espion*, espiao, незаметно, скрыт*, тайно, тайком, втайне, без ведома, слежк*, следит*, шпион*, 偷偷, 悄悄, 隐藏, 隱藏, 不知情, 不被发现, 毫无察觉, 不会发现, 监控, 監控, 监视, 監視, 窃听, こっそり, 気づかれ*, 知られず, バレず*, バレない, 内緒, 隠れて, 盗み見, 監視, 몰래, 들키지, 감시, سرا, سري*, بدون علم, دون علم, دون ان يعلم, خفي, مراقبه, مراقبة, تجسس, ukryt*, potajemnie, bez wiedzy, niewidoczn*, gizlice, haberi olmadan, fark etmeden, stiekem, ongemerkt, onzichtbaar, di nascosto, a sua insaputa, invisibil*, noticing, without noticing, without her noticing, without him noticing, notices nothing, notice nothing, never suspects`,
  },
  {
    id: 'harm.verb',
    terms: `break, breaks, breaking, broken, crush, smash, smashed, burn, burns, beat, beats, beat up, rough up, hurt, hurts, maim, cripple, attack, stab, shoot, kill, kills, eliminate, eliminates, erase, remove, removes, disappear, disappears, vanish, vanishes, silence, silenced, take care of, taken care of, take out, threaten, threatens, frighten, scare, intimidat*, punish, teach a lesson, gone, dead, accident*, dispose, get rid of, deal with, handled, permanent*, forever, for good, kneecap*`,
  },
  {
    id: 'harm.object',
    terms: `legs, leg, bones, bone, knees, kneecaps, arms broken, fingers, teeth, someone, somebody, anyone, anybody, a person, people, the person, rival, rivals, an ex, your ex, witness, witnesses, spouse, enemy, enemies, target, targets, business partner, debtor*, whoever owes, who owes, the name, his house, her house, their house, their car, his car, problem person, problem people, problems, problem, obstacle*`,
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
    terms: `kidney*, brides, organs, organ donors, paid donors, hold their passports, passports we hold, whose passports`,
  },
  {
    id: 'crime.word',
    strict: true,
    terms: `ransomware, counterfeit, passports fake, fullz, warez, botnet, phishing, malware, keylogger, laundering, hitman, ghostguns`,
  },
  {
    id: 'harm.pay',
    terms: `half up front, half upfront, half now, half after, half in advance, up front, escrow, untraceable, no trace*, no body, nobody will ever, no questions*, name the target, name a target, name and the city, the name and, photo and address, target and, our men, our people, our contractors, our team will, professionals, ex military, ex soldier*, veterans, clean job, fee, pay, paid, payment, price*, bitcoin, crypto, looks like an accident, look like an accident, like an accident, discreet*, quiet*, permanent solution, solution`,
  },
  {
    id: 'rating',
    terms: `review, reviews, ratings, rating, stars, star reviews, five star, 5 star, one star, 1 star, testimonials, feedback, followers, likes, votes, upvotes, resena*, opiniones, bewertung*, avis, avaliac*, отзыв*, 评论, 評論, 好评, 好評, レビュー, 口コミ, 리뷰, تقييم*, مراجعات, opinii, opinie, yorum*, recensioni`,
  },
  {
    id: 'rigged',
    terms: `fake, fakes, bot, bots, aged accounts, thousands of accounts, hundreds of accounts, real looking accounts, never bought, never used your, never tried, without buying, written by our, we write, we post, buy, bought, purchase, sell, for sale, guaranteed five, guaranteed 5, flood, floods, bury, buries, bomb, bombs, drown, on demand, any number, packages of, packs of, 100, 500, 1000, competitor*, rival*, verified purchase without, undetected by, bypass amazon, avoid detection, falsas, comprar, gekauft*, kaufen, gefalscht*, faux, acheter, comprar, накрутк*, фейк*, купить, 假, 刷, 购买, 代写, 水军, 偽, やらせ, サクラ, 代行, 購入, 조작, 가짜, 구매, مزيف*, وهمي*, شراء, falszyw*, kup, sahte, satin, false, finte, comprare`,
  },
  {
    id: 'profit',
    terms: `profit, profits, return, returns, roi, payout*, income, earn, earnings, earned, money, deposit, deposits, investment, invest, invested, investors, bitcoin, btc, crypto, ethereum, usdt, coins, capital, passive income, put in, take out, send, ganancia*, rendimiento*, inversion*, beneficio*, gewinn*, rendite*, einzahl*, gain, gains, rendement*, placement*, lucro*, rendimento*, investimento*, прибыл*, доход*, вклад*, инвест*, выплат*, 收益, 利润, 回报, 投资, 本金, 返利, 利潤, 投資, 利益, 月利, 配当, 元本, 수익, 투자, 원금, ربح, ارباح, أرباح, عائد*, استثمار*, zysk*, kazanc*, winst, profitt*, guadagn*`,
  },
  {
    id: 'too.good',
    terms: `guaranteed, guarantee, guarantees, risk free, no risk, zero risk, never lose, cannot lose, cant lose, double, doubles, doubled, doubling, triple, triples, tripled, tenfold, ten times, 10x, 100x, in 24 hours, in a day, in a week, within a week, within 24 hours, every day, daily, per day, a day, each day, overnight, never stop, forever, for life, invite friends, invite three, invite two, invite others, recruit, recruits, recruiting, referrals below, members below, people below, people you bring, new members pay, next members, joining fee, join fee, entry fee, sure win, sure profit, 100 sure, secret method, loophole, glitch, insider, garantizad*, sin riesgo, duplica*, diari*, garantiert*, risikofrei, ohne risiko, verdoppel*, taglich*, garanti*, sans risque, double*, doublez, par jour, quotidien*, garantid*, sem risco, dobr*, por dia, diari*, гарантир*, без риска, удво*, в день, ежедневн*, 保证, 保本, 稳赚, 零风险, 无风险, 翻倍, 每日, 每天, 日息, 必赚, 穩賺, 保證, 無風險, 必ず, 絶対, 確実, 保証, 毎日, 倍に, 倍増, リスクなし, 보장, 무조건, 매일, 두배, 확실, مضمون*, بدون مخاطر, ضعف, مضاعف*, يومي*, gwarantowan*, bez ryzyka, codzien*, garantili, risksiz, her gun, gegarandeerd*, zonder risico, garantit*, senza rischi, pro tag, al dia, al giorno, per dag, am tag, in 24 stunden, en 24 horas, en 24 heures, em 24 horas, за сутки, за день, 24 часа, 24小时, 24時間, 하루, 24 ساعه, 24 ساعة, خلال`,
  },
  {
    id: 'dirty.money',
    terms: `dirty money, dirty cash, dirty coins, dirty crypto, black money, undeclared, unreported, off the books, hot money, proceeds of, ill gotten, tainted, questionable origin, unexplained cash, cash without, cash nobody, tax office never, taxman never, tax office will never, irs will never, irs never, hide income, hidden income, hide money, hide cash, shell compan*, straw compan*, fake invoice*, sham invoice*, come out clean, comes out clean, clean coins, clean cash, clean money, clean one*, washed, washes, wash your, break the trail, breaks the trail, break the link, breaks the link, no trail, no paper trail, dinero negro, dinero sucio, schwarzgeld*, argent sale, argent noir, dinheiro sujo, caixa dois, грязн* деньг*, обнал*, черн* нал*, 黑钱, 黑錢, 洗钱, 洗錢, 洗白, 来路不明, 裏金, 資金洗浄, マネロン, 비자금, 검은돈, 돈세탁, اموال قذره, أموال قذرة, غسيل, غسل الاموال, brudne pieniadze, kara para, zwart geld, denaro sporco, coin mixer*, bitcoin mixer*, crypto mixer*, tax office, taxman, tax authorit*, irs`,
  },
  {
    id: 'site.attack',
    terms: `offline, off the internet, off line, down, crash, knock, knocks, flood, floods, overload*, stress, layer 7, layer 4, gbps, packets, holiday, unreachable`,
  },
  {
    id: 'site.victim',
    terms: `any site, any website, any server, any target, your rival*, your competitor*, competitors, competitor s, rival s, rivals, opponents, enemies, a rival, a competitor, other players, their site, their website, their server, someone s, someones, target s, targets`,
  },
  {
    id: 'account',
    terms: `account, accounts, inbox, email, instagram, facebook, whatsapp, snapchat, gmail, tiktok, telegram, icloud, social media, profile, profiles, wifi, phone, phones, bank, paypal, password, passwords, grades, database, webcam*, cuenta*, konto, konten, compte*, conta, contas, аккаунт*, страниц*, почт*, пароль, пароли, соцсет*, 账号, 账户, 密码, 微信, 邮箱, アカウント, パスワード, 계정, 비밀번호, حساب*, حسابات, كلمات`,
  },
  {
    id: 'break.in',
    terms: `hack, hacks, hacked, hacking, hacker, hackers, break into, breaks into, get into, gets into, crack, cracks, cracked, take over, takes over, hijack*, steal*, stolen, grab, grabs, harvest*, brute force, bypass 2fa, without the password, without password, someone else s, someone elses, other people s, other peoples, anyone s, anyones, strangers, not yours, any account, hackear, hackea*, hacken, knacken, pirat*, invad*, взлом*, взлам*, 破解, 入侵, 盗取, 黑进, 乗っ取*, 侵入, 突破, 해킹, 뚫, اختراق, تهكير, hackle*, wlam*, kraken, violare`,
  },
  {
    id: 'media.paid',
    terms: `channels, channel, premium channels, pay tv, pay-tv, sport channels, sky, hbo, netflix, disney, spotify, dazn, cinema, cinemas, theaters, theatres, blockbusters, movies, films, series, software, games, photoshop, adobe, office, windows, autocad, plugins, themes, albums, ebooks, textbooks, courses, apps, canales, peliculas, sender, filme, chaines, films, canais, filmes, канал*, фильм*, программ*, игр*, 频道, 电影, 软件, 影片, 軟體, チャンネル, 映画, ソフト, 채널, 영화, 프로그램, قنوات, افلام, أفلام, برامج`,
  },
  {
    id: 'unpaid',
    terms: `without paying, without a licence, without a license, without licence, without license, without subscription*, without a subscription, nobody pays, cracked, crack, cracks, nulled, pirate, pirated, pirating, patched, activated, activator, keygen, serials, license key removed, licence removed, unlocked, decrypt*, before release, on day one, still in the cinema*, still in cinemas, still in theat*, while they are still, same day as cinema*, camcorder, cannot shut down, cannot be shut down, cant shut, shut us down, vpn proof, dmca ignored, dmca ignore, ignores dmca, takedown proof, six euros, five euros, 5 euros, for 5, for 6, a fraction, lifetime account*, shared account*, someone else s, every channel, all channels, all the pay, resellers welcome, ban proof, no ads no fees, gratis, sin pagar, pirata*, kostenlos, geknackt*, gecrackt*, ohne abo, gratuit*, sans payer, sans abonnement, pirat*, cracke*, de graca, sem pagar, sem mensalidade, crackead*, бесплатно, взломан*, пиратск*, кряк*, 免费, 破解, 盗版, 盜版, 免費, 海賊版, 無料, クラック, 불법, 무료, 크랙, مجانا, مقرصن*, مكرك*, كراك`,
  },
  {
    id: 'people.trade',
    terms: `kidney*, liver, organs, organ, donor kidney*, paid donor*, paid donors, bride, brides, babies, baby, newborn*, infant*, orphan*, workers, maids, domestic workers, migrants, women, girls, children, surrogate baby, human eggs, rinon*, organos, nieren, niere, reins, rein, orgaos, rim, rins, почк*, органы, 肾, 腎, 器官, 婴儿, 新娘, 臓器, 腎臓, 花嫁, 신장, 장기, 신부, كليه, كلى, اعضاء`,
  },
  {
    id: 'people.trade.act',
    terms: `buy a, buy, sell, sells, sold, for sale, paid donor*, delivered, order, shipped, cash for, hold their, keep their, we hold, we keep, passports, without papers, without paperwork, smuggle*, across the border, cross the border, across borders, over the border, border, boat*, no paperwork, auction, highest bidder, cannot leave, never leave, obedient, no wages, unpaid, locked, venta, vender, comprar, kaufen, verkauf*, vendre, achet*, vender, comprar, прода*, купить, 出售, 买, 卖, 販売, 売, 매매, 판매, بيع, للبيع`,
  },
  {
    // Wording of crime as a service that needs no object.
    id: 'shady',
    terms: `evade police, evade the police, evade law, evade detection, evade customs, avoid detection by police, avoid police, escape police, hide from police, hide from the police, hide from authorities, hide from law, without police, police never, police wont, law enforcement wont, police cannot, untraceable payment*, illegal service*, illegal goods, illegal items, illegal stuff, black market*, blackmarket*, grey import no questions, darknet market*, darknet marketplace*, dark web market*, dark web shop*, dark web store*, darkweb market*, darkmarket*, silk road style, vendor shop darknet, onion market*, fraud, fraudster*, fraudsters, scammer*, scammers marketplace, criminal*, crime as a service, carding forum*, hacking forum*, hacker forum*, hackers market*, stolen, hot goods, fell off a lorry, fell off the back, fell off a truck, no receipts, five finger discount, lifted from, shoplift*, shoplifting, boosted items, boosters, pickpocket*, lock picking burglary, burglary tool*, burglar kit*, relay attack car*, keyless theft, keyless entry thief, car theft, steal cars, steal any car, key programmer without, immobiliser bypass thief, odometer rollback*, mileage correction no, mileage correction, mileage rollback, roll back mileage, rolls back mileage, roll back the mileage, clock cars, radar jammer*, gps jammer*, signal jammer*, cell phone jammer*, cell jammer*, phone jammer*, wifi jammer*, jammer, jammers, alarm jammer*, license plate flipper*, plate flipper*, skim cards, clone keys, clone any key fob, clone key fob*, clone fob*, clone access card*, bribe*, bribery, bribes, pay off officials, crooked cops, corrupt officials, insider at the, insider at dmv, smuggle*, smuggling, smuggled, prison phone*,  drone into prison, tax free cash, off the books cash, key fob relay*, open any car, opens any car, start any car, starts any car, relay box*, start any car, open and start any, unlock any car, mileage of any car, roll back the mileage, cell phone jammer*, gps and cell phone jammer*, phone jammers, home address of anyone, employer of anyone, home address family`,
  },
];

const KNOWN = ['protect', 'knowledge'] as const;
const TOPIC = [...KNOWN, 'study', 'play', 'health', 'stage'] as const;

/** A phrase that names the crime: excused where it is a topic, but not where it is offered as well. */
function phraseRules(set: string, reason: string): PolicyRule[] {
  return [
    {
      id: `illegal.${set}`,
      category: 'illegal',
      all: [set],
      weight: 10,
      unless: set === 'scam' ? [...KNOWN, 'stage', 'study'] : [...KNOWN, 'stage', 'play'],
      excusedByTitle: true,
      reason,
    },
    {
      id: `illegal.${set}-offered`,
      category: 'illegal',
      all: [set, 'crime.offer|covert'],
      within: 70,
      weight: 10,
      unless: ['stage'],
      reason: `${reason}, offered`,
    },
  ];
}

const PHRASES = 'weapon.offer|forgery|carding|cybercrime|scam|piracy|violence';

export const ILLEGAL_RULES: readonly PolicyRule[] = [
  ...phraseRules('weapon.offer', 'Weapons outside the law'),
  ...phraseRules('forgery', 'Forged documents, money or brands'),
  ...phraseRules('carding', 'Stolen cards, accounts or identities'),
  ...phraseRules('cybercrime', 'Attacks, malware or spying as a service'),
  ...phraseRules('scam', 'Fraud, laundering or bought opinions'),
  ...phraseRules('piracy', 'Pirated software, films or channels'),
  ...phraseRules('violence', 'Violence, trafficking or organs for money'),
  {
    id: 'illegal.weapon-covert',
    category: 'illegal',
    all: ['weapon', 'covert'],
    within: 120,
    weight: 10,
    unless: [...KNOWN, 'play', 'stage'],
    excusedByTitle: true,
    reason: 'Weapons offered in secret or without papers',
  },
  {
    id: 'illegal.weapon-hard',
    category: 'illegal',
    all: ['weapon.hard'],
    weight: 10,
    unless: [...TOPIC, 'licensed', 'software'],
    excusedByTitle: true,
    reason: 'Weapons of war',
  },
  {
    id: 'illegal.weapon-sold',
    category: 'illegal',
    all: ['weapon.foreign', 'sale|covert'],
    within: 60,
    weight: 10,
    unless: [...TOPIC, 'licensed', 'software', 'goods'],
    excusedByTitle: true,
    reason: 'Guns for sale where none may be sold',
  },
  {
    id: 'illegal.wildlife',
    category: 'illegal',
    all: ['wildlife', 'trade|covert'],
    within: 120,
    weight: 10,
    unless: [...KNOWN, 'play', 'software'],
    excusedByTitle: true,
    reason: 'Protected wildlife or contraband',
  },
  {
    id: 'illegal.crime-offered',
    category: 'illegal',
    all: ['crime', 'crime.offer'],
    within: 40,
    weight: 8,
    unless: [...TOPIC, 'software', 'goods'],
    reason: 'A crime by name, offered',
  },
  {
    id: 'illegal.crime-covert',
    category: 'illegal',
    all: ['crime', 'crime.offer', 'covert'],
    within: 90,
    weight: 10,
    unless: [...TOPIC, 'software', 'goods'],
    reason: 'A crime by name, offered in secret',
  },
  {
    id: 'illegal.shady',
    category: 'illegal',
    all: ['shady', 'trade|service|covert'],
    within: 120,
    weight: 9,
    unless: TOPIC,
    reason: 'Wording of a criminal trade',
  },
  {
    id: 'illegal.papers-strong',
    category: 'illegal',
    all: ['id.paper', 'id.strong#55'],
    weight: 10,
    unless: [...TOPIC, 'software', 'art'],
    excusedByTitle: true,
    reason: 'Papers that pretend',
  },
  {
    id: 'illegal.papers',
    category: 'illegal',
    all: ['id.false', 'id.paper#45', 'crime.offer|id.false|covert'],
    within: 90,
    weight: 10,
    unless: [...TOPIC, 'software', 'licensed', 'art'],
    excusedByTitle: true,
    reason: 'False papers or money',
  },
  {
    id: 'illegal.spouse',
    category: 'illegal',
    all: ['spouse', 'phone.secrets#60', 'secretly#90'],
    weight: 10,
    unless: [...KNOWN, 'play', 'stage'],
    reason: 'Spying on another person’s phone',
  },
  {
    id: 'illegal.harm',
    category: 'illegal',
    all: ['harm.object', 'harm.verb#45', 'harm.pay#90', 'harm.pay#140'],
    weight: 10,
    unless: [...TOPIC, 'software', 'goods'],
    reason: 'Violence against people for pay',
  },
  {
    id: 'illegal.harm-body',
    category: 'illegal',
    all: ['harm.body', 'harm.verb#20', 'harm.pay|harm.object#90'],
    weight: 10,
    unless: [...TOPIC, 'goods'],
    reason: 'Hurting people',
  },
  {
    id: 'illegal.rigged',
    category: 'illegal',
    all: ['rating', 'rigged#40', 'rigged#120'],
    weight: 10,
    unless: ['protect', 'protect.before', 'study', 'knowledge'],
    reason: 'Bought or invented reviews',
  },
  {
    id: 'illegal.profit',
    category: 'illegal',
    all: ['profit', 'too.good#60', 'too.good#120', 'profit#120'],
    weight: 10,
    unless: [...KNOWN, 'study', 'goods', 'play'],
    reason: 'Returns too good to be true',
  },
  {
    id: 'illegal.dirty-money',
    category: 'illegal',
    all: ['dirty.money', 'dirty.money|covert#100', 'trade|profit|crime.offer#120'],
    weight: 10,
    unless: [...KNOWN, 'goods', 'play', 'study'],
    reason: 'Laundering or hiding money',
  },
  {
    id: 'illegal.site-attack',
    category: 'illegal',
    all: ['site.victim', 'site.attack#60', 'crime.offer#110'],
    weight: 10,
    unless: [...KNOWN, 'play'],
    reason: 'Attacks on other people’s sites',
  },
  {
    id: 'illegal.break-in',
    category: 'illegal',
    all: ['break.in', 'account#30', 'crime.offer|covert|secretly#80', 'other.people#80'],
    weight: 10,
    unless: [...KNOWN, 'study', 'play', 'software'],
    reason: 'Breaking into other people’s accounts',
  },
  {
    id: 'illegal.unpaid-media',
    category: 'illegal',
    all: ['unpaid', 'media.paid#60', 'unpaid#130', 'media.paid#130'],
    weight: 10,
    unless: [...KNOWN, 'study', 'licensed'],
    reason: 'Films, channels or software without paying their makers',
  },
  {
    id: 'illegal.people',
    category: 'illegal',
    all: ['people.trade', 'people.trade.act#30', 'covert|people.only|crime.offer#100'],
    weight: 10,
    unless: [...TOPIC, 'fashion', 'goods', 'software', 'licensed'],
    excusedByTitle: true,
    reason: 'Trade in people or organs',
  },
  {
    id: 'illegal.disguised',
    category: 'illegal',
    all: [`${PHRASES}|crime.word`],
    disguised: true,
    weight: 10,
    reason: 'Criminal wording written so as to slip past a filter',
  },
  {
    id: 'illegal.disguised-crime',
    category: 'illegal',
    all: ['crime|weapon', 'crime.offer|id.paper|covert|trade'],
    disguised: true,
    weight: 10,
    unless: ['protect', 'software'],
    reason: 'Criminal wording written so as to slip past a filter, and offered',
  },
  {
    id: 'illegal.injection',
    category: 'illegal',
    all: ['injection', `${PHRASES}|shady|weapon|crime`],
    within: 500,
    weight: 7,
    reason: 'Text addressed to the reviewer beside criminal wording',
  },
];
