// Drugs, controlled substances and medicines sold without a prescription.
import type { PolicyRule, TermSet } from './types.js';

export const DRUG_TERMS: readonly TermSet[] = [
  {
    // Street drugs by names that mean nothing else.
    id: 'drug',
    strict: true,
    terms: `cocaine, cocain, kokain*, kokaine, cokaine, cocane, crack cocaine, freebase cocaine, heroin, heroins, black tar, methamphetamin*, metamphetamin*, crystal meth, meth, methhead, amphetamin*, anfetamin*, amfetamin*, mdma, mdmas, ecstasy pill*, ecstacy, xtc, molly powder, mollies, ketamine, ketamin, ghb, gbl, rohypnol, roofies, flunitrazepam, fentanyl*, carfentan*, fent, nitazene*, opium, poppy tea, lsd, lsd 25, acid tabs, acid blotter*, lsd blotter*, 1p lsd, dmt, dmt cart*, dmt vape*, dmt pen*, changa, ayahuasca, mescaline, peyote, ibogaine, psilocybin*, psilocyb*, magic mushroom*, magic truffle*, shrooms, shroom*, shroom bar*, mushroom bars, psychedelic mushroom*, golden teacher*, penis envy mushroom*, pcp, angel dust, phencyclidine, mephedrone, mefedron*, 4mmc, 3mmc, 3 mmc, 4 mmc, 2cb, 2c b, 2 cb, tusi, alpha pvp, a pvp, flakka, bath salts drug, spice k2, k2 spice, synthetic cannabinoid*, synthetic weed, synthetic marijuana, jwh 018, kratom extract 7oh, cannabis*, canabis, marijuana*, marihuana*, mariuana, weed strain*, weed delivery, weed gummies, weed edible*, weed cart*, weed for sale, weed online, weed shop, buy weed, order weed, sell weed, weed dealer, weed plug, thc cart*, thc vape*, thc gummies, thc edible*, thc oil, thc distillate, thc pen*, delta 9 thc, hashish*, hash oil, hash for sale, butane hash oil, dab carts, kush, sativa, og kush, sour diesel, gorilla glue strain, purple haze, ganja, 420 delivery, 420 friendly delivery, 420 mail order, 420 shop, 420 store, moonrocks, moon rocks, cali weed, cali bud*, cali packs, exotic weed, exotic bud*, za packs, zaza, purple drank, lean syrup, codeine syrup, promethazine codeine, wockhardt, actavis syrup, crystal shards, tina party, party and play, chems party, chemsex supplies, poppers online, nangs, nang delivery, whippets, nos canister*, khat, captagon, kaptagon, krokodil, desomorphine, designer drug*, legal high*, party pill*, party drug*, club drug*, rave drug*, street drug*, hard drug*, illegal drug*, illicit drug*, recreational drug*, party powder*, research chemical*, rc vendor*, drug dealer*, drug vendor*, drug market*, drug shop*, drug store darknet, drugs online, buy drugs, order drugs, drugs delivered, drug delivery service illicit, narcotic*, narcotics, narco, dark web drugs, uppers and downers, grow op, meth lab, meth recipe*, cook meth, coke delivery, coke dealer*, coke plug, pure coke, coke powder, columbian coke, colombian coke, peruvian coke, peruvian flake*, bolivian flake*, colombian flake*, fish scale coke, fishscale, fish scale, blow dealer*, nose candy, booger sugar, devils dandruff, disco biscuit*, charlie delivery, chop chop coke, hillbilly heroin, china white, white lady, white girl powder, mexican brown, brown sugar heroin, speedball*, eightball*, eight ball of, eight balls of,
      cocaina*, coca pura, heroina*, metanfetamin*, extasis, extasi, ecstasi, ketamina*, fentanilo*, marihuana, hachis, setas alucinogen*, hongos alucinogen*, hongos magicos, setas magicas, drogas, drogas duras, droga, camello, farlopa, perico colombiano, tusibi, maria a domicilio, porros, cogollo*, hierba a domicilio,
      heroin, gras kaufen, gras bestellen, gras liefer*, zauberpilz*, drogen*, droge, haschisch, marihuana, crystal kaufen, speed paste, koks, koks taxi, kokstaxi, schnee liefer*, pep paste, ecstasy*, *drogen, rauschgift*, betaubungsmittel ohne, lachgas liefer*,
      cocaine*, heroine pure, heroine a vendre, champignons hallucinogen*, champignons magiques, drogue*, drogues, shit livr*, beuh, cannabis, herbe livr*, resine de cannabis, coke livr*, ecstasy, md cristal, kétamine, speed livr*, stupefiant*,
      cocaina, maconha*, lanca perfume, loló, cogumelos magicos, cogumelos alucin*, baseado, skunk, drogas, ecstasy, bala e doce, balas e doces, metanfetamina*, erva em casa, haxixe*,
      кокаин*, героин*, метамфетамин*, амфетамин*, мефедрон*, мдма, экстази, кетамин*, фентанил*, марихуан*, гашиш*, каннабис*, конопля купить, шишки бошки, бошки, шишки купить, лсд, спайс*, соли альфа, альфа пвп, альфа pvp, псилоцибин*, грибы галлюциноген*, волшебны* гриб*, наркотик*, наркот*, наркошоп*, закладк* с, кокос чистый, меф, мяу мяу, кристаллы мефа, метадон*, насвай,
      可卡因*, 古柯碱, 古柯鹼, 海洛因*, 冰毒*, 摇头丸*, 搖頭丸*, 大麻*, k粉, k仔, 氯胺酮, 毒品*, 迷幻蘑菇, 裸盖菇, 致幻, 麻古, 笑气, 笑氣, 飞叶子, 叶子货, 白粉, 四号, 安非他命, 甲基苯丙胺, 芬太尼, 迷药, 迷藥, 听话水, 聽話水, 乖乖水, 催情药, 催情藥, 上头电子烟, 上头烟油, 猪肉货, 依托咪酯, 邮票lsd, 鸦片, 鴉片, 咖啡包 毒,
      コカイン*, ヘロイン*, 覚醒剤*, 覚せい剤*, 大麻*, マリファナ*, ハシシ, mdma, エクスタシー錠, ケタミン*, lsd, マジックマッシュルーム*, 危険ドラッグ*, 合法ドラッグ, 合法ハーブ, 脱法ハーブ, 脱法*, ドラッグ通販, ドラッグ販売, シャブ, アイスと野菜, 野菜手押し, 手押し, シンナー 販売, 麻薬*, thcリキッド, フェンタニル*, 笑気ガス, 幻覚キノコ,
      코카인*, 헤로인*, 필로폰*, 대마*, 대마초*, 마리화나*, 엑스터시*, 케타민*, 마약*, 아이스 작대기, 작대기, 떨 팝니다, 엘에스디, 펜타닐*, 물뽕*, 환각버섯, 캔디 팝니다, 허브 팝니다,
      كوكايين*, كوكاين*, الكوكايين, هيروين*, الهيروين, حشيش*, الحشيش, ماريجوانا*, مارجوانا, الماريجوانا, بانجو, ميثامفيتامين*, كريستال ميث, شبو, الشبو, كبتاجون*, كبتاغون*, الكبتاجون, مخدرات*, المخدرات, مخدر*, امفيتامين*, اكستاسي, كيتامين*, فنتانيل*, افيون*, الافيون, القنب, قنب,
      kokaina*, heroina*, marihuan*, amfetamin*, narkotyk*, dopalacz*, haszysz*, grzyby halucyn*, ziolo z dostawa, mefedron*, kokain*, eroin*, esrar*, uyusturucu*, metamfetamin*, bonzai, skunk, ecstasy hap, cocaine kopen, wiet, wiet kopen, hasj*, paddo*, xtc pillen, drugs kopen, drugs, speed kopen, ketamine kopen, cocaina, eroina*, hashish*, erba a domicilio, droga*, funghi allucin*, sabu sabu, sabu, ganja, narkoba, can sa, ma tuy*, thuoc lac, кокаїн*, героїн*, амфетамін*, наркотик*, कोकीन*, हेरोइन*, गांजा*, चरस*, ड्रग्स*, अफीम*`,
  },
  {
    // Controlled or prescription medicines: fine with a doctor, a crime without.
    id: 'medicine',
    terms: `xanax*, alprazolam*, valium, diazepam*, klonopin, clonazepam*, rivotril, lorazepam, ativan, etizolam, bromazolam, temazepam, benzos, benzo, benzodiazepin*, zolpidem*, ambien, zopiclon*, adderall*, ritalin*, methylphenidat*, vyvanse, concerta, modafinil*, dexedrine, oxycontin*, oxycodon*, oxy, oxys, percocet*, percs, perc 30, m30, m30s, roxicodone, roxy 30, hydrocodon*, vicodin*, norco pills, hydromorphon*, dilaudid, morphin*, codein*, tramadol*, tramal, tapentadol, methadon*, suboxone, subutex, buprenorphin*, soma carisoprodol, carisoprodol, gabapentin, pregabalin*, lyrica, phentermin*, adipex, semaglutid*, ozempic*, wegovy*, mounjaro*, tirzepatid*, retatrutid*, viagra*, sildenafil*, kamagra*, cialis*, tadalafil*, levitra, vardenafil, accutane, isotretinoin, antibiotic*, amoxicillin*, azithromycin, ivermectin*, hydroxychloroquin*, misoprostol*, mifepriston*, abortion pill*, cytotec*, botox*, dermal filler*, melanotan*, clenbuterol*, clen, dnp, dinitrophenol, ephedrin*, anabolic*, steroid*, steroids, roids, roid, gear for bulking, trenbolon*, tren, dianabol*, dbol, deca durabolin, winstrol*, stanozolol, anavar*, oxandrolon*, testosteron*, sustanon*, nandrolon*, turinabol, primobolan, hgh, growth hormone*, human growth hormone, sarms, sarm, rad 140, ostarine, epo, peptide*, bpc 157, insulin, pills, pill, painkiller*, pain killer*, opioid*, opiate*, sedative*, sleeping pill*, sleeping tablet*, tranquili*, stimulant*, study drug*, smart drug*, diet pill*, slimming pill*, weight loss pill*, weight loss injection*, weight loss pen*, slimming jab*, skinny jab*, prescription pill*, prescription drug*, prescription med*, prescription medicine*, prescription only*, controlled medication*, controlled substance*, controlled drug*, meds, medication*, medicine*, medicines, generic med*, generics, pharmacy, pharmacies, pharma, rx drug*, rx med*, hormone*, hormones, injectables,
      pastillas*, medicamento*, farmaco*, medicinas, farmacia, somnifer*, esteroid*, anabolizant*, ansiolitic*, analgesic*, pildora*, antidepresiv*, remedio*, emagrecedor*, pilulas, comprimidos, calmante*, remedios controlados, tarja preta, abortiv*,
      medikament*, tabletten, schmerzmittel*, schlafmittel*, schlaftablett*, beruhigungsmittel*, potenzmittel*, abnehmspritze*, anabolika, steroide, arznei*, pillen, apotheke, onlineapotheke, medicament*, comprimes, pilule*, somnifere*, anxiolytique*, steroides, anabolisant*, antidouleur*, pharmacie*, coupe faim,
      таблетк*, лекарств*, препарат*, снотворн*, стероид*, анаболик*, транквилизатор*, обезболива*, лирика, трамадол*, ксанакс*, виагр*, оземпик*, валиум*, аптек*, морфин*, кодеин*, психотропн*, антидепрессант*, фенибут*,
      处方药*, 處方藥*, 药品, 药物, 藥品, 藥物, 药片, 安眠药*, 安眠藥*, 镇静药, 镇静剂, 鎮靜劑, 曲马多*, 曲馬多, 三唑仑*, 阿普唑仑, 伟哥*, 威而鋼*, 威而钢, 类固醇*, 類固醇*, 兴奋剂, 聪明药*, 聰明藥, 利他林*, 司美格鲁肽*, 减肥药*, 減肥藥*, 打胎药*, 堕胎药*, 止咳水, 止痛药*, 止痛藥*, 吗啡*, 嗎啡, 阿得拉, 胰岛素,
      処方薬*, 睡眠薬*, 睡眠導入剤*, 向精神薬*, 抗不安薬*, バイアグラ*, シアリス*, ステロイド*, アナボリック*, 痩せ薬*, やせ薬*, ダイエット薬, 鎮痛剤*, オピオイド, オキシコドン*, トラマドール*, ザナックス*, アデロール*, リタリン*, ハルシオン*, デパス*, マイスリー*, モルヒネ*, オゼンピック*, 医薬品*, 錠剤*, スマートドラッグ*, 中絶薬*,
      처방약*, 수면제*, 졸피뎀*, 비아그라*, 스테로이드*, 다이어트약*, 식욕억제제*, 진통제*, 약물, 의약품*, 낙태약*, 자낙스*, 아데랄*, 삭센다,
      حبوب*, الحبوب, ادويه, أدوية, دواء, ترامادول*, زاناكس*, فاليوم*, فياجرا*, منشطات*, ستيرويد*, مورفين*, اوكسيكودون*, ليريكا*, لاريكا, منومه, منومة, حبوب اجهاض, مهدئات, مهدئه, مسكنات, اوزمبيك*, صيدليه, صيدلية, ريتالين,
      tabletk*, sterydy*, leki, lek, hap*, ilac*, ilaclar*, steroid*, pillen, slaappillen, medicijn*, farmaci, pillole, sonnifer*, obat*, thuoc, ліки, दवा*, गोलियां*`,
  },
  {
    // Nicknames that mean something else to everybody else.
    id: 'street',
    terms: `coke, blow, snow, white snow, white powder*, powder*, pure white, yayo, yay, charlie, bugle, nose, nostril*, line, lines, snort*, sniff*, flake, ski, skiing supplies, uncut, weed, bud, buds, nugs, nug, herb, herbs, green, greens, greenery, trees, tree, grass, pot, loud, gas pack, dank, dope, bhang, joint*, pre roll*, prerolls, pre rolled, spliff*, blunts, hash, hemp flower, edible*, gummies, brownies, special brownies, space cake*, magic brownies, strain*, indica, sativa, thc, dab, dabs, carts, cartridge*, vape cart*, 420, four twenty, stoner*, stoned, blazed, baked goods, high, get high, gets you high, get lifted, lift off, sky high, trip, trips, tripping, trippy, psychedelic*, acid, tabs, blotter*, microdos*, mushroom*, truffles, fungi, caps, boomers, spores, spore syringe*, grow kit*, molly, mandy, mdm, beans, rolls, rolling, x pills, eve, adam, skittles, party favor*, party favour*, party supplies, party pack*, party treats, party treat*, party mix*, party starter*, candy, sweets, treats, goodies, fun powder*, special k, vitamin k, horse tranq*, tina, ice, glass, shards, crystals, crystal, speed, whizz, wizz, crank, uppers, downers, happy pill*, smack, brown, tar, junk, gear, skag, nod, h, dragon, lean, drank, syrup, sizzurp, dirty sprite, zannies, xannies, zanies, xans, xannie*, bars, blues, addys, addies, chill pill*, footballs, roxies, perkies, oxies, vikes, k pins, spice, k2, incense, plant food, bath salt*, salts, nitrous, laughing gas, balloons, cream charger*, whippet*, poppers, plug, the plug, connect, dealer*, bump, bumps, gram*, zip, zips, qp, onza, quarter pound, elbow, elbows, substance*, stash, stuff, product, the good stuff, good stuff, quality stuff, chemist friend, chems, chemicals, feel good, feelgood, euphori*, buzz, rave, raver*, festival survival, all night, weekend supplies, sesh, afterparty, after party, afters,
      nieve, polvo*, polvo blanco, hierba, hierbas, verde, maria, cristal, dulces, caramelos, viaje, subidon, colocon, material, merca, merka, mercancia, farra, fiesta, schnee, weisses, pulver, gras, grunes, zeug, stoff, ware, pilze, kristall, teile, pillen, bunte, rausch, steine, neige, poudre*, blanche, herbe*, verte, cristaux, champis, defonce, planer, matos, came, bonbons, teuf, neve, po branco, po, erva, verdinha, bala, doce, brisa, viagem, branquinha, pó, снег, порошок*, белый, скорость, соль, соли, кристалл*, травк*, трава, зелень, план, грибы, грибочк*, марки, круглые, колеса, таблы, кайф*, приход, улет*, стафф, фен, вес, бошк*, шишк*, витамин*, 猪肉, 豬肉, 叶子, 葉子, 草, 糖果, 粉, 白色粉末, 冰, 冰糖, 邮票, 郵票, 嗨, 飞行, 飛行, 彩虹烟, 快乐, 蘑菇, 飞, 溜冰, 野菜, アイス, 氷, 草, 葉っぱ, バツ, 罰, 紙, 粉, 白い粉, キノコ, ハーブ, ブリブリ, キマる, 飛べる, トリップ, ハイになれ*, 気持ちよくな, アイス 얼음, 얼음, 떨, 버섯, 캔디, 사탕, 하얀 가루, 가루, ثلج, بودره, بودرة, مسحوق, عشب, اعشاب خاصه, كيف, مزاج, كريستال, صنف, بضاعه, بضاعة, انتعاش, نشوه, sniezek, proszek, ziolo, zielsko, krysztal, towar, beyaz, toz, ot, malzeme, kristal`,
  },
  {
    // Phrases that only a street trade uses.
    id: 'drug.offer',
    terms: `snow delivery, snow delivered, snow to your door, coke to your door, trees delivered, tree delivery, bud delivery, bud delivered, green delivery, greens delivered, gets you high, get you high, getting you high, get high, high guaranteed, guaranteed high, highs delivered, get lit delivered, lab tested powder*, lab tested purity, tested purity, purity tested, high purity powder*, uncut powder*, uncut and pure, pure and uncut, pure uncut, 90 pure, 95 pure, 99 pure, purity 9, percent pure, per gram delivered, grams delivered, grams to ounces, ounces to kilos, from gram to kilo, gram to kilo, samples to kilos, bricks, bricks available, powder by the gram, white powder*, party powder*, party favor*, party favours delivered, ski supplies, ski season supplies, ski trip supplies, weekend supplies, chemist friend, your neighbourhood plug, your neighborhood plug, neighbourhood plug, local plug, plug delivery, the plug app, find a plug, find a dealer, find dealers, dealer near you, dealers near you, dealers in your area, connect with dealers, weed, dealer network, your dealer, legit plug, drop at location, drop location*, stash location*, coordinates after payment, gps coordinates of, dead drop*, tabs by the sheet, by the sheet, sheet of 100, smoke shop menu sativa, sativa and indica, indica and sativa, indica or sativa, top shelf bud*, top shelf flower*, top shelf strain*, premium flower*, exotic strain*, exotics menu, exotic flower*, pre rolls delivered, edibles delivered, infused edible*, infused gummies, infused chocolate*, medicated gummies, medicated edible*, medicated chocolate*, magic gummies, magic chocolate*, mushroom chocolate*, mushroom gummies, mushrooms that make you, trip delivered, trip guaranteed, journey kit*, psychedelic* shipped, psychedelic shop*, psychedelic store*, psychedelics online, psychedelics delivered, psychedelics for sale, spores and microdose*, microdosing kit*, microdose capsule*, happy pills, chill pills delivered, pressed pills, pressed pill, pressed bars, pressed blues, pressies, pharma grade bar*, xanax bar*, xan bars, xans, xannies, zannies, oxys, m30s, percs, real pharma, pharma bars, beans and molly, rolls and tabs, pingers, pills for ravers, rave pill*, rave supplies, rave fuel, rave candy, festival pill*, dancefloor pill*, club pill*, chill powder, happy powder, magic powder, fun powder*, sniffable, snortable, smokable, smokeable blend*, smoking blend*, herbal smoke blend, legal ecstasy, legal coke, legal cocaine, legal weed delivery, herbal high*, synthetic urine, fake urine, fake pee, clean urine, powdered urine, pass a drug test, pass your drug test, pass any drug test, pass drug test*, beat a drug test, beat your drug test, beat any drug test, beat drug test*, drug test kit cleanse, pill press*, pill mold*, pill dies, tdp 5, precursor*, pmk, pmk glycidate, bmk, bmk glycidate, p2p oil, gamma butyrolactone, cook at home synthesis, home synthesis, synthesis guide, synthesize your own, extract your own dmt, extraction kit dmt, grow your own shrooms, sleepy drops, knockout drops, knock out drops, date rape drug*, spike a drink, spike her drink, spike drinks, put in her drink, odorless sedative*, slip into a drink, slip in a drink,
      nieve a domicilio, polvo de fiesta, hierba a domicilio, para colocarte, subidon garantizado, entrega de hierba, flores premium, brownies magicos, schnee nach hause, weisses pulver, gras nach hause, rausch garantiert, poudre blanche, herbe a domicile, poudre de fete, defonce garantie, po branco, brisa garantida, brisa forte, erva entregue, белый порошок, кайф гаранти*, тайник с, закладки по, клады по, магазин закладок, мгновенные клады, 白色粉末, 嗨翻, 嗨到, 上头, 飞叶, 出肉, 白い粉, キマる*, 飛べる*, 하얀 가루, 약 팝니다, بودره بيضاء, مسحوق ابيض, مزاج عالي, كيف عالي`,
  },
];

const CARE = ['protect', 'health', 'knowledge'] as const;

export const DRUG_RULES: readonly PolicyRule[] = [
  {
    id: 'drugs.offered',
    category: 'drugs',
    all: ['drug', 'trade|covert|amount'],
    within: 120,
    weight: 10,
    unless: ['protect', 'knowledge', 'play', 'health'],
    excusedByTitle: false,
    reason: 'An illegal drug offered',
  },
  {
    id: 'drugs.named',
    category: 'drugs',
    all: ['drug'],
    weight: 6,
    unless: [...CARE, 'play', 'software'],
    reason: 'An illegal drug named',
  },
  {
    id: 'drugs.medicine-covert',
    category: 'drugs',
    all: ['medicine', 'covert'],
    within: 120,
    weight: 10,
    unless: ['protect', 'knowledge'],
    excusedByTitle: false,
    reason: 'Medicines offered without a prescription or in secret',
  },
  {
    id: 'drugs.covert-offer',
    category: 'drugs',
    all: ['drug.offer', 'trade|covert|amount'],
    within: 120,
    weight: 8,
    unless: CARE,
    reason: 'A phrase of the drug trade, with an offer',
  },
  {
    id: 'drugs.phrase',
    category: 'drugs',
    all: ['drug.offer'],
    weight: 6,
    unless: CARE,
    reason: 'A phrase of the drug trade',
  },
  {
    id: 'drugs.street-covert',
    category: 'drugs',
    all: ['street', 'covert', 'trade|amount'],
    within: 120,
    weight: 10,
    unless: [...CARE, 'software', 'play'],
    reason: 'A street name offered in secret',
  },
  {
    id: 'drugs.street-amount',
    category: 'drugs',
    all: ['street', 'amount', 'trade'],
    within: 70,
    weight: 6,
    unless: [...CARE, 'software', 'play'],
    reason: 'A street name sold by weight',
  },
  {
    id: 'drugs.disguised',
    category: 'drugs',
    all: ['drug'],
    disguised: true,
    weight: 10,
    reason: 'A drug written so as to slip past a filter',
  },
  {
    id: 'drugs.disguised-medicine',
    category: 'drugs',
    all: ['medicine'],
    disguised: true,
    weight: 7,
    reason: 'A medicine written so as to slip past a filter',
  },
  {
    id: 'drugs.injection',
    category: 'drugs',
    all: ['injection', 'drug|medicine|drug.offer'],
    within: 400,
    weight: 6,
    reason: 'Text addressed to the reviewer beside drugs',
  },
];
