// Vocabulary that is innocent by itself: what makes a loaded word an offer, and what makes it a topic.
import type { TermSet } from './types.js';

export const CONTEXTS: readonly TermSet[] = [
  {
    // Goods change hands.
    id: 'trade',
    terms: `buy*, sell, sells, seller*, selling, sold, sale, sales, for sale, order, orders, ordering, shop, shops, shopping, store, stores, storefront,
      vendor*, supplier*, supply, supplies, wholesale, bulk, in stock, restock*, price*, pricing, cheap*, discount*, deal, deals, dealer*, purchase*,
      checkout, add to cart, deliver*, ship, ships, shipped, shipping, dispatch*, courier*, drop off, dropped off, menu, mail order, postage, resell*, reseller*,
      get yours, get your, grab, available now, available, pay with, pay in, cash on delivery, cod, refund, reship*, sample pack, samples, top quality, best quality,
      marketplace, market, catalog, catalogue, stock, offer, offers, offering, provide, provides, delivered, to your door*, doorstep, hand to hand, meetup, pick up, drop,
      drops, source, sourcing, supplying, distributor*, distribution, trade, traded, trading, export, exports, import, imports, merchandise, express, overnight, free delivery, next day,
      compra*, comprar, vende, venta, vendo, vender, vendemos, venden, tienda, pedido*, pedir, envio*, enviamos, entrega*, entregamos, precio*, barato*, a domicilio, mayorista, al por mayor, oferta*, disponible*,
      kauf*, kaufen, verkauf*, verkaufen, bestell*, liefer*, versand*, versenden, preis*, laden, gunstig*, billig*, angebot*, vorratig, *versand*, *verkauf*, *lieferung*, *kaufen*, *handel, *shop, shop*, grosshandel,
      achet*, achat*, acheter, vend*, vente, ventes, vendons, command*, livr*, livraison*, expedi*, boutique*, prix, pas cher, offre*, grossiste*, a domicile,
      vendemos, venda, vendas, loja, encomenda*, encomende, preco*, entregamos, envio, enviamos, entrega, atacado, a pronta entrega, frete, peca, pecas,
      купи*, куплю, покуп*, прода*, закаж*, заказ*, доставк*, доставим, магазин*, цен*, дешев*, оптом, опт, в наличии, отправк*, отправим, закладк*, посылк*,
      купит*, придбати, замов*, продаж*,
      kup, kupic, kupuj, sprzedaz*, sklep*, dostaw*, wysylk*, zamow*, tanio, cena, ceny,
      satin, satin al, satilik, satis, satiyor*, siparis*, teslimat*, kargo, fiyat*, ucuz*, al,
      koop, kopen, koop*, verkoop*, bestel*, bezorg*, levering*, leveren, prijs*, goedkoop*, winkel*, verzend*,
      compra, acquist*, vendita, vendesi, vendiamo, ordina*, spedi*, consegn*, negozio, prezz*, economic*,
      beli, jual, pesan, harga*, murah, kirim*, ban, mua, gia re, giao hang,
      购买, 买, 出售, 售, 卖, 批发, 现货, 下单, 订购, 发货, 包邮, 送货, 快递, 价格, 代购, 货到付款, 配送, 上门, 直销, 商城, 供应, 渠道, 低价, 優惠, 優质, 購買, 買, 賣, 販售, 批發, 現貨, 下單, 訂購, 發貨, 出貨, 送貨, 價格, 代購, 貨到付款, 直銷, 供應, 寄, 送到,
      購入, 買え*, 買う, 販売, 売, 通販, 注文, 配送, 発送, 宅配, お届け, 届け, 価格, 激安, 在庫, 取引, 卸, 手押し, 郵送,
      구매, 판매, 팝니다, 삽니다, 주문, 배송, 택배, 가격, 직거래, 드랍, 팔아, 사세요,
      شراء, اشتر*, بيع, للبيع, نبيع, نوصل, توصيل, اطلب, طلب, سعر, اسعار, متجر, شحن, جمله, جملة, بالجمله, تسليم, متوفر, رخيص*,
      खरीद*, बेच*, बिक्री, डिलीवरी, ऑर्डर, दाम`,
  },
  {
    // Goods or persons are hired.
    id: 'service',
    terms: `book, booking*, bookable, hire, hiring, rent, rental*, rate, rates, per hour, hourly, an hour, appointment*, reserve*, meet, meets, date, visit, visits, companion*, discreet*, incall*, outcall*, in call, out call,
      to your hotel, to your room, hotel*, tonight, near you, in your area, nearby, local, call now, call us, whatsapp, text us, dm, agency, 24 7, vip, service, services, available now, available tonight, overnight,
      reserv*, contrat*, cita, citas, por hora, agencia*, servicio*, disponible*, a hotel*, hotel, esta noche, llama*, cerca de ti,
      buch*, miet*, stunde*, termin*, agentur*, heute nacht, besuch*, vermittl*, hausbesuch*, hotelbesuch*, in deiner nahe, *service,
      reserve*, louer, location, heure, rendez vous, agence*, ce soir, deplacement*, pres de chez,
      agend*, alug*, hora, horas, atend*, acompanh*, agencia, servico*, hoje,
      заказ*, вызов*, вызва*, выезд*, час, в час, апартамент*, агентств*, услуг*, встреч*, ночь, круглосуточно, снять,
      预约, 预订, 上门, 约, 服务, 一夜, 酒店, 預約, 預訂, 約, 服務, 飯店,
      予約, 出張, ホテル, 時間, 今夜, サービス, 派遣, 呼べ,
      예약, 출장, 호텔, 시간, 서비스,
      حجز, احجز, ساعه, ساعة, فندق, فنادق, خدمه, خدمات, خدمة, الليله, موعد,
      randevu, saatlik, otel, rezerw*, godzin*, spotkani*, boek*, afspraak, uur`,
  },
  {
    // The offer hides from the law, the post office or the bank.
    id: 'covert',
    terms: `no prescription*, without prescription*, without a prescription*, without any prescription*, prescription free, prescription not required, prescription not needed, non prescription, no script*, without a script*, no rx, no rx needed, without rx, no doctor*, without a doctor*, without seeing a doctor, skip the doctor, no pharmacist*, no medical questions, no medical card, prior prescription,
      no questions asked, no questions, no id, no id check*, no ids, no id required, no ids checked, no age check*, no background check*, without background check*, without a background check, without background, skip the background check*, no checks, no paperwork, without paperwork, no forms, no license*, no licence*, without a license*, without a licence*, no permit*, without permit*, without papers, no papers, no kyc, no verification, no names, no name required, no trace*, no traces, untraceable, untraceably, traceless, no logs, no log, no records, off the books, off the record, off the grid, under the radar, under the counter, under the table,
      discreet packag*, discreet* ship*, discreet* deliver*, discreetly, discreet mail*, discreet post*, discreet parcel*, discreet envelope*, discretion guaranteed, discretion, stealth*, vacuum seal*, vacuum packed, unmarked, plain envelope*, plain packag*, plain box*, plain parcel*, hidden in, decoy*, disguised as, smell proof, odour proof, odor proof, scent proof, x ray proof, sniffer dog*, past customs, through customs, customs safe, customs proof, pass customs, beat customs, clears customs, avoid customs, customs guarantee*, false declar*, declared as,
      undetectable, undetected, not detectable, nobody will know, no one will know, nobody will ever know, without them knowing, without anyone knowing, never know, cannot be traced, cant be traced, can not be traced, never traced, leaves no trace, anonymous*, anonymity, cash only, crypto only, crypto payments only, bitcoin only, btc only, monero*, xmr, usdt, gift cards only, western union, moneygram, escrow*, dead drop*, burner phone*, darknet*, dark net, dark web market*, darkweb, deep web, tor mirror*, onion link*, onion mirror*, wickr*, telegram*, signal only, session id, threema, dm for menu, dm for price*, dm for list, text for menu, message for menu, ask for the list, pgp, reship*, reship guarantee, trusted vendor*, verified vendor*, legit vendor*, legit plug, invite only, members only menu, test dose*, novelty purposes, novelty use, not for human consumption, research purposes only, research use only, for research only, lab use only, not for ingestion, incense, collector use, police free, cops, law enforcement cannot, police cannot, police never, cannot be seized, offshore, bulletproof,
      sin receta*, sin prescripcion, sin factura*, sin preguntas, sin papeles, sin licencia, discreto*, discreta*, envio discreto, paquete discreto, anonimo*, anonima*, sin rastro, sin dejar rastro, embalaje discreto, discrecion,
      ohne rezept*, rezeptfrei*, ohne fragen, keine fragen, diskret*, neutral* verpack*, anonym*, ohne papiere, ohne waffenschein, ohne nachweis, ohne arzt*, spurlos, ohne spuren, unauffallig*, ohne prufung,
      sans ordonnance*, sans prescription, sans question*, discret*, discretion, anonym*, sans papiers, sans permis, sans trace*, sans controle, sans examen,
      sem receita*, sem prescricao, sem perguntas, discret*, sigilo*, anonim*, sem documentos, sem licenca, sem rastro*, sem deixar rasto, sem exame,
      без рецепт*, без вопрос*, без документ*, без лицензи*, без разрешени*, анонимн*, конфиденциальн*, незаметн*, клад, клады, закладк*, тайник*, гарант, телеграм*, без следов, без предоплаты, конспирац*, даркнет*, без экзамен*,
      bez recepty, bez pytan, dyskretn*, anonimow*, recetesiz, gizli, gizlilik, zonder recept, discreet, anoniem*, zonder vragen, senza ricetta, discret*, anonim*, senza domande, tanpa resep, khong can don,
      无需处方, 不用处方, 免处方, 无处方, 无需实名, 不实名, 免实名, 匿名, 保密, 隐蔽, 隐秘, 私密, 无痕, 暗网, 安全发货, 无需证件, 不留痕迹, 密封, 電報, 無需處方, 免處方, 無處方, 匿名, 保密, 隱蔽, 隱密, 暗網, 無痕, 微信, 加微, 电报, 纸飞机, 薇信, 威信,
      処方箋なし, 処方箋不要, 処方せん不要, 処方箋は不要, 秘密, 匿名, バレない, ばれない, バレず, 身分証不要, 審査なし, 痕跡, テレグラム, 闇, 無修正, 内密, 極秘, 証拠,
      처방전 없이, 처방전없이, 익명, 비밀, 텔레그램, 텔레, 추적 불가, 다크웹, 은밀,
      بدون وصفه, بدون وصفة, دون وصفه, دون وصفة, بلا وصفه, بلا وصفة, بدون اسئله, بدون أسئلة, سري, سريه, سرية, بسريه, بسرية, السريه, مجهول, تلغرام, تيليجرام, تليجرام, بدون ترخيص, بدون اوراق, دون اثر, بدون اثر, تغليف,
      बिना पर्ची, बिना प्रिस्क्रिप्शन, गुप्त, गोपनीय`,
  },
  {
    // Weights and measures of a street trade.
    id: 'amount',
    terms: `per gram, a gram, by the gram, grams, gram, per g, 1g, 2g, 3 5g, 5g bag*, 7g, 14g, 28g, 100g, 1kg, half gram, per ounce, an ounce, ounces, ounce, per oz, eighth, eighths, an eighth, half ounce, quarter ounce, half oz, quarter oz, per pound, per lb, a kilo, kilos, per kilo, kilo, brick, bricks, baggie*, per pill, pills, tabs, tab, blotter*, sheets of, per tab, bars, vials, per vial, strips, cartons, per point, dime bag*, eight ball*, eightball*, 8 ball,
      gramo*, gramm*, gramme*, grama, gramas, грамм*, граммов, гр, кг, 克, 公斤, グラム, 그램, غرام, جرام, كيلو, gr, pastillas, pilulas, comprimidos, tabletten, comprimes, таблетк*, 片, 粒, 颗, 錠`,
  },
  {
    // Guards against the thing, or takes action on it.
    id: 'protect',
    terms: `detect, detects, detected, detecting, detection, detector*, prevent*, block, blocks, blocking, blocker*, blocked, filter*, moderat*, protect*, safeguard*, combat, combats, combating, fight, fights, fighting, stop, stops, stopping, anti, antivirus, report, reports, reporting, flag, flags, flagged, flagging, recogni*, monitor*, takedown*, take down, parental control*, parental, family safety, trust and safety, trust safety, screening, investigat*, police, law enforcement, forensic*, seized, seizure*, prosecut*, arrest*, convict*, crackdown, compliance, comply, complies, awareness, victim*, survivor*, rescue*, hotline, helpline, alert, alerts, alerting, defend*, defence, defense, threat intelligence, threat*, quarantin*, mitigat*, penetration test*, pentest*, red team*, blue team*, simulation*, catch, catches, catching, hate speech, content moderation, trust & safety, safeguarding, whistleblow*, anti money, aml, scanner*, authenticity, fraud prevention, criminals, crime prevention, abuse, harm, harmful, attackers, adversar*, counter fraud, chargeback*, dispute*, cyber security, cybersecurity, infosec, resilien*, immutable, survive, survives, recover from, tamper*, lost and found, registry, registries, stolen check, incident*, abuse team*, fraud team*, defender*, classif*, track down, tackle*, against, expose*, exposing, debunk*, denounc*, watchdog*, sinkhole*, honeypot*, bug bount*,
      detecta*, deteccion, prevenir, prevencion, bloque*, filtr*, proteg*, proteccion, denunci*, alerta*, investigacion, combat*, victima*, control parental, policia*, lucha contra, educacion,
      erkenn*, erkannt*, verhinder*, schutz*, schutz, *schutz, schutzt, pravention*, *pravention*, blockier*, meld*, warn*, vorbeug*, aufklar*, bekampf*, uberpruf*, prufen, pruft, polizei*, opfer*, kontroll*, jugendschutz,
      detect*, detecte*, prevention, preven*, bloqu*, protec*, proteg*, lutte, contre, victime*, controle parental, policier*, sensibilis*,,
      deteccao, prevencao, bloque*, protec*, proteja, denuncia*, combate*, vitima*, contra, policia, conscientiz*,,
      обнаруж*, выявл*, предотвращ*, блокир*, защит*, защищ*, борьб*, против, профилактик*, жертв*, полици*, провер*, фильтр*, модерац*, мошенничеств* защит*, распозна*, предупрежд*, расследован*,
      检测, 识别, 防止, 预防, 拦截, 屏蔽, 过滤, 保护, 举报, 反诈, 打击, 防范, 警方, 受害, 鉴别, 核验, 验证, 審核, 审核, 檢測, 識別, 預防, 攔截, 過濾, 保護, 舉報, 防範, 受害, 防骗, 防诈, 反欺诈, 禁毒, 戒毒,
      検出, 検知, 防止, 予防, 対策, 保護, 遮断, 通報, 被害, 警察, 防ぐ, 守る, 守り, 見分け, 検証, フィルタ*, 防犯, 識別, ブロック, 発見, 真贋, 注意喚起,
      탐지, 예방, 차단, 보호, 신고, 방지, 피해, 경찰, 감지, 방어,
      كشف, يكشف, منع, حظر, حمايه, حماية, مكافحه, مكافحة, الوقايه, الوقاية, وقايه, بلاغ, تبليغ, ضحايا, شرطه, الشرطة, التحقق, يحمي, لحماية, ضد, توعيه, توعية, حجب,
      wykryw*, ochron*, zapobieg*, blokow*, przeciw*, tespit*, onle*, koru*, engelle*, karsi, opsporen, voorkom*, bescherm*, tegen, rileva*, prevenz*, protezion*, deteksi, cegah, mencegah,
      виявл*, захист*, запобіг*, रोकथाम, सुरक्षा, पहचान, test strip*, test kit*, testing kit*, reagent*, naloxone, narcan, addiction*, sober, sobriety, rehab*, overdose*, harm reduction, quit, quitting, relapse*, stewardship, toxicology, screening, drug test, drug testing, drug tests, stop smoking, arret*, arreter, suchtberatung*, sucht*, suchthilfe, entzug*, sevrage, adiccion*, adicto*, dependencia*, зависимост*, 成瘾, 戒, 依存症, 중독, ادمان, الادمان, bagimlilik, uzaleznien*, verslaving*, dipendenz*, x ray, customs officers, border force, fact check*, drug checking, checking service*, first aid, search and seizure, searches for cocaine, finds contraband, age verification, age check*, age gate*, age assurance, reviewed by doctors, anti spam, antispam, spam filter*, spam protection, spam calls, spam and`,
  },
  {
    // Guards when it comes before the thing: `verify a passport`, but not `a passport that will verify`.
    id: 'protect.before',
    terms: `scan for, scans for, scan, scans, verify, verifies, verifying, verification of, authenticate, authenticates, authenticating, authentication of, avoid, avoids, avoiding, train, trains, training, audit*, audits, analyse*, analyze*, analysing, analyzing, analysis of, identify, identifies, identifying, remove, removes, removing, removal of, regulating, regulates, screen for, screens for, screens, screening for, refuse, refuses, refusing, reject, rejects, rejecting, spot, spots, spotting, warn, warns, warning*, survive, check for, checks for, checks, check, know about, aware of, facts about, truth about, dangers of, danger of, signs of, risk of, risks of, effects of, impact of, suspected, suspicious, free free of, reported, map of, statistics on, records of, history of, lessons evita*, contra, contre, gegen, vor, erkennt, против, ضد, 防, 防止, 识别, 反, verifier, verifiez, verifica, verificar, identificar, identifica, identifier, identifie, recover from, away from, find, finds, finding, hunts, hunt, terminate, terminates, suspend, suspends, shut down, shuts down, take down, takes down, delete, deletes, document, documents, documenting, about, films about, advice for, for people who`,
  },
  {
    // Medicine, therapy, care and recovery.
    id: 'health',
    terms: `recovery, recover, addict*, addiction*, rehab*, sober*, sobriety, quit, quitting, overdose*, harm reduction, naloxone, treatment*, treat, treats, therap*, counsel*, patient*, clinic, clinics, clinical*, clinician*, hospital*, doctor*, physician*, gp, nurse*, pharmacist*, pharmacy, pharmacies, licensed, licenced, registered, prescriber*, prescribed, prescribing, prescription*, telehealth, medication*, medicine*, medical, dosage, dose, dosing, doses, adherence, reminder*, interaction*, side effect*, symptom*, diagnos*, disease*, cancer*, migraine*, epilep*, insomnia, adhd, anxiety, depress*, pain, mental health, wellbeing, wellness, support group*, support line, peer support, meetings, relapse*, detox*, withdraw*, toxicolog*, biomarker*, trial, trials, drug discovery, formulary, opioid stewardship, stewardship, dispens*, anti doping, antidoping, doping, veterinar*, vet, vets, midwi*, physio*, sexual health, contracepti*, sti, stis, hiv, prep, fertility, menstrua*, menopaus*, breast, testicular, prostate, anatomy, health, healthcare, care team*,
      adiccion*, recuperacion, tratamiento*, terapia*, paciente*, clinica*, medico*, salud, sobri*, receta electronica, recetas, farmacia*, farmaceutic*, medicamento*, medicacion,
      sucht*, *sucht, entzug*, therapie*, patient*, klinik*, arzt*, arztlich*, gesundheit*, apotheke*, apotheken, medikament*, behandl*, pflege*, beratung*, *beratung,
      addiction*, traitement*, therapie*, patient*, clinique*, medecin*, sante, sevrage, pharmacie*, pharmacien*, medicament*, soin, soins, infirm*, ordonnance*,
      vicio*, dependencia*, dependente*, tratamento*, paciente*, medic*, saude, farmacia*, farmaceutic*, recuperacao, receitas,
      зависимост*, лечени*, терапи*, пациент*, клиник*, врач*, здоров*, аптек*, лекарств*, реабилитац*, рецепт*, медицин*, трезв*,
      治疗, 康复, 成瘾, 患者, 医院, 医生, 药师, 健康, 医疗, 处方, 门诊, 用药, 服药, 药房, 临床, 戒毒, 治療, 康復, 成癮, 醫院, 醫生, 藥師, 醫療, 處方, 用藥, 服藥, 臨床,
      治療, 依存症, 回復, 患者, 病院, 医師, 薬剤師, 健康, 医療, 処方, 服薬, お薬手帳, クリニック, 看護, 薬局, 診療, 相談,
      치료, 중독, 회복, 환자, 병원, 의사, 약사, 건강, 의료, 처방, 복약, 상담,
      علاج, العلاج, تعافي, التعافي, ادمان, الادمان, الإدمان, مريض, المرضى, مرضى, مستشفى, طبيب, الطبيب, صيدلي, صيدليه, الصيدليات, صحه, صحة, الصحة, طبيه, طبية, الاطباء, ادويه, أدوية, الادوية, دواء, مستشار, تذكير,
      uzalezn*, leczeni*, pacjent*, lekarz*, zdrow*, aptek*, bagiml*, tedavi*, hasta*, doktor*, saglik*, eczane*, verslav*, behandel*, arts, apotheek*, gezond*, dipendenz*, cura, pazient*, medic*, salute, farmaci*, kesehatan, dokter, obat`,
  },
  {
    // Says the thing is studied, told, taught or ruled on.
    id: 'knowledge',
    terms: `journalis*, reporters, reporter, investigative, reference, curriculum*, educat*, academ*, museum*, history, historical*, historian*, novel*, writer*, documentar*, podcast*, newspaper*, news, journal*, article*, essay on, encyclop*, policy, policies, law, laws, legal, legally, legislation, lawyer*, attorney*, court*, statistic*, dataset*, data set*, study, studies, scholar*, science, scientif*, explain*, guide to the law, reform, advocacy, campaign*, charity, nonprofit, non profit, ngo, citation*, analysis, timeline*, exhibit*, chemistry, biology, botan*, genealog*, memoir*,
      aprend*, curso*, escuela*, educa*, museo*, historia*, libro*, noticia*, periodismo, ley, leyes, legal*, investigacion, estudio*, estudiante*, biblioteca*,
      lern*, kurs*, schul*, unterricht*, museum*, geschicht*, buch*, bucher, nachricht*, gesetz*, recht*, studie*, wissen*, forsch*, bildung*, bibliothek*,
      apprend*, cours, ecole*, musee*, histoire*, livre*, actualit*, loi, lois, etude*, recherche*, bibliotheque*, eleves,
      aprend*, curso*, escola*, museu*, historia*, livro*, noticia*, lei, leis, estudo*, pesquisa*, biblioteca*, alunos,
      учеб*, обучен*, курс, курсы, урок*, школ*, музе*, истори*, книг*, новост*, закон*, исследован*, студент*, библиотек*, научн*,
      学习, 课程, 教育, 学校, 博物馆, 历史, 书籍, 新闻, 法律, 研究, 学生, 图书, 科普, 法规, 學習, 課程, 學校, 博物館, 歷史, 書籍, 新聞, 學生, 圖書, 法規,
      学習, 講座, 教育, 学校, 博物館, 歴史, 書籍, ニュース, 法律, 研究, 学生, 図書, 教材, 法令,
      학습, 교육, 학교, 박물관, 역사, 뉴스, 법률, 연구, 학생, 도서,
      تعلم, تعليم, دوره, دورة, مدرسه, المدارس, متحف, تاريخ, كتاب, كتب, اخبار, أخبار, قانون, القانون, دراسه, بحث, ابحاث, مكتبه, طلاب,
      muze*, histori*, ksiazk*, prawo, prawn*, tarih*, kitap*, haber*, hukuk*, ders*, geschiedenis, boeken, nieuws, wet, storia, libri, notizie, legge, sejarah, buku, berita, evidence based, evidence-based, leaflet*, factsheet*, fact sheet*, anthropolog*, ethnograph*, legislation on, subtitl*, reading group*, book club*, sociolog*`,
  },
  {
    // Schooling: excuses a mention, never an offer.
    id: 'study',
    terms: `learn, learns, learning, learner*, lesson*, course, courses, school, schools, teach*, student*, classroom*, university, universities, books, bookstore, bookshop*, author*, newsletter*, cite, translation*, flashcard*, dictionar*, glossar*, wiki*, quiz*, tutorial*, textbook*, research paper*, white paper*, workbook*, storybook*, calculator*, compound interest, how many years, interest rate*, public library, school library, town library, library management`,
  },
  {
    // Play and fiction.
    id: 'play',
    terms: `game, games, gaming, gameplay, gamer*, board game*, card game*, tabletop, rpg, roleplaying game*, video game*, puzzle*, simulator*, playable,  fiction, fictional, novel,   screenplay*, short story, storytelling, comic, comics, manga, theatre, theater, toy, toys, airsoft, nerf, paintball*, laser tag, larp*, cosplay, prop, props, stage, replica prop*, costume*, escape room*, murder mystery, mystery, detective*, thriller*, horror, stage play*, on stage, theatre production, prop gun*, prop weapon*, museum piece*, crossword*, chess, minecraft, roblox, role playing, unity, unreal engine, godot, esport*, band, album, song*, concert*, festival*,
      juego*, videojuego*, novela*, pelicula*, juguete*, cine, spiel, spiele, spiel*, *spiel, *spiele, roman, film, filme, krimi*, jeu, jeux, roman, jouet*, jogo*, filme, filmes, brinquedo*, игр*, фильм*, роман, игрушк*, кино, 游戏, 遊戲, 桌游, 小说, 电影, 玩具, 電影, 小說, ゲーム, 小説, 映画, 玩具, おもちゃ, 漫画, 脱出, 게임, 소설, 영화, 장난감, لعبه, لعبة, العاب, ألعاب, روايه, رواية, فيلم, gra, gry, film, oyun*, oyuncak, spel, speelgoed, gioco, giochi, romanzo, permainan, mainan, record label*, records, indie, vinyl, panto*, pantomime, remix*, festival lineup`,
  },
  {
    // Denies what follows it.
    id: 'negation.before',
    terms: `no, not, never, neither, nor, without, free of, free from, zero, ban, bans, banned, banning, prohibit*, forbid*, forbidden, disallow*, dont, doesnt, do not, does not, will not, wont, cannot, cant, isnt, arent, exclude*, excluding, excludes, decline*, instead of, rather than, nothing, none, anything but, opposite of, not allowed, don t, remove all, zero tolerance, outside of,
      ni, nunca, sin, prohib*, no se permite*, no vende*, excepto, kein, keine, keinen, keinerlei, nicht, niemals, ohne, verbot*, verboten*, untersag*, aucun*, jamais, sans, interdi*, ne, nao, nunca, sem, proib*, nem, нет, не, без, запрещ*, никак*, ни, 不, 禁止, 没有, 无, 不得, 不卖, 不提供, 严禁, 嚴禁, 沒有, 禁止, لا, بدون, ممنوع, يمنع, يحظر, ليس, لن, nie, zakaz*, bez, yok, yasak*, degil, geen, niet, verboden, zonder, non, senza, nessun*, vietat*, tidak, tanpa, dilarang, nobody can, no one can, nobody should, nobody may, we ban, we prohibit, we refuse, we remove`,
  },
  {
    // Denials of a hurdle, not of the goods: `no minimum order` forbids nothing.
    id: 'negation.kept',
    terms: `no minimum*, no waiting*, no limit*, no hassle*, no strings*, no sign up*, no signup*, no account*, no subscription*, no fee*, no hidden*, no upfront*, no contract*, no judg*, no fuss, no drama, no time wasters, no scam*, no scams, no fake*, not a scam, not fake, no bots, no middlem*, no cops, no police, no customs, no borders, no awkward*, no embarrass*, no catch, no deposit*, no credit check*, no card*, no photo*, no face*, no skill*, no experience*, no coding, no technical*, no special*, no software*, no install*, no root*, no jailbreak*, no access to, no consent*, no need, no appointment*, no exam*, no class*, no study*, no stud*, no coursework, no attendance, no tests, no test, no risk*, no worries, no doubt, no one, no other*, no better, no more, no matter, no longer, no nonsense, no limits, no taboo*, no filter*, no censor*, no restriction*, no rules, no guardrail*, no condom*, no watermark*, no ads, never been, never miss*, never run out, never run dry, never ask*, never seen*, never pay*, never keep*, never again, never been easier, why not, not only, not just, look no further, do not miss, dont miss, dont worry, do not worry, dont wait, do not ask, we dont ask, dont ask, nothing but, nothing else, without leaving, without hassle*, without waiting*, without limit*, without restriction*, without a trace, without trace*, without consent, without permission, without her, without his, without their, without knowing, without risk, without fuss, without appointment*, without exam*, without study*, without attending, without paying, without a subscription, without subscription*, without the wait, without an account, without being, without getting, without customs, not traceable, zero risk, zero hassle, zero trace*, zero questions, zero paperwork, zero log*, zero wait*, free of charge,
      sin limite*, sin compromiso*, sin esperas, sin tabu*, sin riesgo*, sin examen*, sin estudiar, sin pagar, sin censura, sin suscripcion*, sin cuota*, sin que, ohne wartezeit*, ohne limit*, ohne tabu*, ohne risiko, ohne prufung*, ohne abo, ohne zensur, ohne anmeldung, ohne dass, ohne zu, ohne abonnement, keine wartezeit, sans attente, sans limite*, sans tabou*, sans risque*, sans engagement, sans abonnement, sans examen*, sans censure, sans que, sans passer, sem limite*, sem compromisso, sem tabu*, sem risco*, sem exame*, sem prova*, sem assinatura, sem mensalidade, sem censura, sem que, без ограничен*, без регистрац*, без риск*, без предоплат*, без цензур*, без абонентск*, без подписк*, без экзамен*, без сдачи, без посещен*, без табу, не выходя, без вашего ведома, без ее ведома, без комплексов, 无需, 無需, 不用, 无码, 無碼, 不限, 无限, 無限, 无风险, 零风险, 免费, بدون حدود, بدون رقابه, بدون مخاطر, بدون امتحان*, بدون اشتراك, بدون علم, دون علم, 無制限, 無料, for protection, for your protection, for self defense, for self defence, for home defense, for home defence, no names, no breakfast, no ticket, no tickets, no subscription, no subscriptions ever, not love, not for love, not for human, not sleep, not end, not notice, never notices, nobody tastes, nobody can tell, no one can tell, nobody notices, against noses, against dogs, against customs`,
  },
  {
    id: 'negation.after',
    terms: `not allowed, not permitted, not accepted, not welcome, not sold, not sell, not offered, not supported, not included, are banned, is banned, be banned, banned, prohibited, is prohibited, are prohibited, forbidden, disallowed, against our, against the rules, are removed, is removed, be removed, gets removed, get removed, refused, are refused, are rejected, be rejected, excluded, are excluded, have no place, zero tolerance, turned away, declined, is illegal, are illegal, will be reported,
      prohibid*, no permitid*, no estan permitid*, no se admiten, no se aceptan, verboten, nicht erlaubt, nicht gestattet, ausgeschlossen, tabu, interdit*, proscrit*, proibid*, nao sao permitid*, nao aceitamos, запрещен*, не допуска*, не разреш*, не прода*, 禁止, 不允许, 不得, 不出售, 一律, 禁じ, 禁止, お断り, 扱いません, 販売しません, 取り扱いません, ممنوع*, محظور*, غير مسموح, لا نقبل, zabronion*, zakazan*, yasak*, verboden, niet toegestaan, vietat*, dilarang, sell nothing, sells nothing, nothing is sold, do not sell, never sell, are out, stay out, keep out`,
  },
  {
    // Legal and licensed trade.
    id: 'licensed',
    terms: `licensed, licenced, licensee*, registered, accredited, authorised, authorized, ffl, regulator*, compliant, certified, certificat*, insured, permit holder*, permits, permit, age verified, age verification, lawful*, legal aid, ministry, government*, official, inspector*, council, councils, gphc, fda, mhra, dea registered, range, ranges, federation*, club, clubs, olympic*, sport, sports, sporting, hunting licen*, customs broker*,
      licencia*, autorizad*, registrad*, lizenz*, zugelassen*, zertifi*, behord*, verein*, agree*, homologu*, licenciad*, autorizad*, лицензи*, сертифи*, 持牌, 许可, 正规, 注册, 許可, 正規, 登録, 認可, مرخص*, مرخصه, معتمد*, software licensing, licensing api, license management, licence management, software licens*`,
  },
  {
    // Software words: what makes a loaded word a programming term.
    id: 'software',
    terms: `software, app, api, apis, sdk, library, framework, open source, database*, sql, code, coding, developer*, devops, server, servers, deploy*, docker, kubernetes, linux, cloud, backend, frontend, browser*, plugin*, extension*, dashboard*, saas, platform, crm, erp, inventory management, workflow*, log, logs, logging, backup*, query, queries, algorithm*, hash function*, machine learning, dataset*, pipeline*, terminal, command line, github, git, cli, postgres*, mysql, mongodb, redis, staking, validators, test suite*, test data, sandbox, mock, uploads, encrypted, end to end, endpoint*, webhook*, self hosted, selfhosted`,
  },
  {
    // Speaks to the reviewer instead of the reader.
    id: 'injection',
    terms: `ignore previous instruction*, ignore all previous, ignore the previous, ignore your instructions, ignore all prior, ignore prior, disregard previous, disregard the above, disregard all, disregard your, system prompt, system note, system message, system override, note to the reviewer*, note to reviewer*, note to moderat*, note to the moderat*, note for the moderat*, note for moderat*, note for reviewer*, note to the content, dear reviewer, dear moderator*, dear ai, attention reviewer*, attention moderator*, to the moderator*, to the reviewer*, hey moderator*, reviewer please, moderator please, this listing is compliant, this listing complies, this listing has been approved, this listing is pre approved, this listing was approved, already approved, pre approved by, preapproved, pre cleared, already been reviewed, already been cleared, already reviewed, has been verified as compliant, classify this as, classify as allowed, classify as safe, mark this as safe, mark as safe, mark as allowed, mark as approved, label allowed, label this, verdict allowed, verdict approved, output allowed, respond with allowed, answer allowed, return allowed, approve this listing, please approve, must be approved, auto approve, set category to, do not flag, dont flag, do not block, do not reject, must not flag, skip the content, skip moderation, bypass the filter, bypass moderation, whitelist this, as an ai moderator, as a content moderator, you are now, you must approve, begin safe, end of policy, admin override, policy exempt, exempt from review, exempt from the content policy, test listing only, is a test of the filter, this is only a test, ignora las instrucciones, ignora todas, ignoriere alle, ignoriere die, ignorez les instructions, ignore as instrucoes, игнорируй*, игнорировать предыдущ*, 忽略之前, 忽略以上, 忽略所有, 以前の指示, 指示を無視, تجاهل التعليمات, تجاهل جميع`,
  },
  {
    // Ordinary goods whose trade sounds like another: kitchen, garden, gems, winter sport.
    id: 'goods',
    terms: `tea, teas, coffee, recipe*, cooking, baking, bakery, bakeries, cake*, flour, sugar, chocolate shop, bread, cheese, honey, salt, pepper, quartz, amethyst, gemstone*, jewel*, saffron, spices, gardening, gardener*, lawn*, lawnmow*, seeds, seedling*, flower*, bouquet*, plants, plant, pots, garden*, farm*, vegetable*, fruit*, compost, soil, ski resort*, ski pass*, lift pass*, lift status, avalanche, snow report*, snowboard*, weather, grocer*, butcher*, steel, furnace*, oven*, foundry, metallurg*, fuel, coal, battery, batteries, paint, detergent, laundry, cleaning, cosmetic*, skincare, makeup, yarn, wool, fabric, sewing, textile*, hair, salon, barber*, dog, dogs, cat, cats, horse*, pet, pets, fish, fishing, wine, wines, beer, brewing, brewery, car parts, spare parts, vehicle*, truck*, freight, convoy*, oversize, ford, wedding*, school run, toddler*, party decoration*, balloon*, protein powder, whey, creatine, washing powder, baby powder, gunpowder tea, powder coating, 3d printing powder, ceramic*, pottery, restaurant*, cafe, dental, dentist*, marathon, running, hiking, cycling, gym, yoga, pilates, kitchenware, kitchen scale, kitchens, car dealer*, used cars, cars, auto dealer*, furniture, sofa, sofas, oyster mushroom*, shiitake, champignon*, mushroom farm*, basil, mint, thyme, rosemary, truffles, calligraphy, ink, inks, pens, toys, candy shop, sweets, lollipop*, fig jam, jam, knitting, perfume*, candle*, soap, soaps, funeral*, motorcycle*, motorcade*, police escort*, wide load*, mk1, mk2, mk3, spares, gaskets, classic ford, car, altimeter*, hiker*, hikers, ice cubes, bags of ice, snow globe*, convoy, transport, oversized, loads, saffron, sumac`,
  },
  {
    id: 'art',
    terms: `life drawing, figure drawing, art, artist*, arts, painting*, painter*, sculpt*, drawing*, drawings, gallery, museum*, pose reference*, anatomy, lipstick*, nail polish, shade, shades, colour*, color*, palette*, makeup, hosiery, photographers, photographer, copyright, release forms`,
  },
  {
    id: 'sportive',
    terms: `sports, sport, athlete*, runner*, physio*, deep tissue, injury, injuries, back pain, chair massage, office massage, massage gun*, massage chair*, massage oil*, pregnancy, prenatal, insured, qualified, registered, certified`,
  },
  {
    id: 'care',
    terms: `elderly, seniors, senior, older people, dementia, babysitter*, childcare, nanny, nannies, pet sitt*, dog sitt*, hospice, carer*, caregiver*, disabled, disabilit*, housekeep*, cleaner*, tour guide*, travel companion*, hostel*, conference*, events staff, fashion shows, fashion model*, casting*, photo shoot*, photoshoot*, runway, fashion week, ladies night, women only, women travel*, solo female, safety, hen party, bridal`,
  },
  {
    id: 'any.person',
    terms: `anyone, any woman, any girl, any person, someone, classmate*, coworker*, crush, celebrit*, your ex, her, girls, women, woman, cualquier*, jeder, любой, любую, 任何人, 誰でも`,
  },
  {
    // The stage and the page, where crimes are made up.
    id: 'stage',
    terms: `novel, novels, thriller*, screenplay*, screenwriter*, theatre, theater, stage play*, museum, documentary, documentaries, podcast*, tv series, television series, trivia, quiz, card game, board game, video game, retro game, trading game, text adventure, role playing game, rpg, mystery, fiction, fictional, memoir*, history of, historical`,
  },
  {
    // Goods change hands, without a doubt: the hard core of `trade`.
    id: 'sale',
    terms: `buy, buying, buyers, for sale, sale, sell, sells, seller*, selling, sold, order, orders, ordered, shop, store, ship, ships, shipped, shipping, mail order, by mail, by post, mailed, delivered, delivers, deliver, delivery, dropped, wholesale, in bulk, bulk, in stock, restock*, cheap, cheapest, vendor*, supplier*, dealer*, resell*, cash on delivery, checkout, add to cart, menu, plug, per gram, by the gram, a gram, grams, ounces, kilo, kilos, courier*, to your door, samples, price*, pay with, compra, comprar, compre, venta, vendo, vendemos, venden, envio*, enviamos, entrega*, pedido*, a domicilio, kauf*, verkauf*, bestell*, liefer*, versand*, *versand, *shop, achet*, vend*, vente, livr*, commandez, expedi*, venda, vendas, encomend*, купи*, купл*, прода*, закаж*, заказ*, доставк*, закладк*, опт*, kup, kupic, sprzedaz*, dostaw*, satin al, satilik, satis*, siparis*, teslimat*, kopen, koop, verkoop*, bestel*, bezorg*, lever*, acquist*, vendita, vendesi, vendiamo, spedi*, consegn*, jual, beli, 购买, 出售, 售, 卖, 批发, 现货, 下单, 发货, 包邮, 送货, 货到付款, 購買, 賣, 販售, 批發, 現貨, 發貨, 貨到付款, 販売, 購入, 通販, 宅配, 配送, 売, お届け, 手押し, 注文, 구매, 판매, 팝니다, 배송, 택배, بيع, للبيع, نبيع, شراء, اشتر*, توصيل, شحن, खरीद*, बेच*`,
  },
  {
    // Loaded words in phrases that are innocent as a whole.
    id: 'innocent',
    terms: `food porn, foodporn*, earth porn, earthporn*, word porn, wordporn*, room porn, roomporn, car porn, carporn, property porn, sky porn, skyporn, ruin porn, ruinporn, gear porn, map porn, mapporn, data porn, dataporn, travel porn, cabin porn, cabinporn, book porn, bookporn, space porn, spaceporn, nature porn, design porn, architecture porn, shelf porn, desk porn, history porn, historyporn, poverty porn, inspiration porn, torture porn, disaster porn, limited slip*, lsd kit*, coke oven*, coke plant*, crack repair*, crack fill*, shotgun sequenc*, kill switch*, killswitch*, torpedo*, forged steel, forged knives, hand forged, hand-forged, forged iron, forged blades, wrought, drop forged, forged carbon, cracked pepper, cracked heels, pipe bomb records, bath bomb*, photo bomb*, seed bomb*, glue gun*, nail gun*, heat gun*, staple gun*, massage gun*, water gun*, spray gun*, grease gun*, caulking gun*, price gun*, radar gun*, gun dog*, gun metal, gunmetal, top gun, shotgun wedding, phishing lure*, black market bakery, angel dust*ed, speed dating, speed test*, angel cakes, poppy seed*, hash brown*, hash function*, hash table*, hash map*, hash pipe*, hashing, pot plant*, pot holder*, joint venture*, joint account*, joint custody, grass seed*, snow tire*, snow globe*, ice cream, ice cube*, glass art, crystal glass, crystal lang*, crystal report*, dead drop gorgeous, killer app*, killer feature*, killer whale*, hit song*, pirate ship*, pirate party, trojan horse*, phantom limb, stripe pay*, stripper well*, wire stripper*, paint stripper*, golf swing*, naked domain*, naked eye*, naked mole*, nude lipstick*, nude heels, nude shoes, adult learn*, adult education, adult swim, adult adhd, adult literacy, adult size*, young adult*, adult colouring, adult coloring, adults with, adult care, adult social care, adult children, adult dog*, sex education, sex ed, same sex, opposite sex, sex discrimination, sex chromosome*, sex linked, safe sex, sex therap*, biological sex, sexual health, sexual assault*, sexual harassment, sexual violence, sexual orientation, sexual selection, sexual reproduction, escort vehicle*, escort car*, pilot car*, ford escort*, escort mission*, military escort, police escort, motorcade escort, escort tug*, escort service for oversize*, ghost gun law*, nude models, clothed and nude, reading group, stolen or lost, lost or stolen, lost and stolen, drogaria*, drogerie*, droguerie*, cashback, cash back, money back, lowest price`,
  },
];
