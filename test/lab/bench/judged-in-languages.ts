// Needs in German, French and Spanish among the demo listings, which are in English, and a few listings in those
// languages: judged as in judged-searches.ts.
import type { JudgedSearch } from './judged-searches.js';

export const FOREIGN_LISTINGS = [
  {
    name: 'Belegfuchs',
    website_url: 'https://belegfuchs.example',
    tagline: 'Rechnungen und Buchhaltung für Selbständige',
    description: 'Schreibt Angebote und Rechnungen, ordnet Belege zu und bereitet die Umsatzsteuer vor.',
  },
  {
    name: 'Vereinsheim',
    website_url: 'https://vereinsheim.example',
    tagline: 'Mitglieder, Beiträge und Termine eines Vereins an einem Ort',
    description: 'Verwaltet die Mitglieder, zieht die Beiträge ein und lädt zu den Veranstaltungen ein.',
  },
  {
    name: 'Marmiton Futé',
    website_url: 'https://marmiton-fute.example',
    tagline: 'Les recettes de la famille et les menus de la semaine',
    description: 'Garde vos recettes de cuisine, propose des menus et en tire la liste de courses.',
  },
  {
    name: 'Petit Bureau',
    website_url: 'https://petit-bureau.example',
    tagline: 'Devis et factures des artisans',
    description:
      'Un logiciel pour établir des devis, envoyer des factures et suivre les paiements de ses clients.',
  },
  {
    name: 'Casa Clara',
    website_url: 'https://casa-clara.example',
    tagline: 'Los gastos de la casa, repartidos sin discusiones',
    description: 'Apunta los gastos del hogar, los reparte entre todos y recuerda la lista de la compra.',
  },
  {
    name: 'Consulta Abierta',
    website_url: 'https://consulta-abierta.example',
    tagline: 'Citas y pacientes de una clínica pequeña',
    description: 'Los pacientes reservan cita en línea, y la historia clínica está a mano en la consulta.',
  },
];

/** German, French, Spanish; what is meant; what also helps. */
type Need = readonly [de: string, fr: string, es: string, best: string[], partly?: string[]];

const NEEDS: readonly Need[] = [
  [
    'Passwörter verwalten',
    'gérer ses mots de passe',
    'guardar mis contraseñas',
    ['Locksmith Row'],
    ['Palisade'],
  ],
  [
    'Notizen ohne Internet',
    'notes hors connexion',
    'notas sin conexión',
    ['Tidewater Notes'],
    ['Pocket Foundry'],
  ],
  [
    'Datensicherung, die sich wiederherstellen lässt',
    'sauvegarder mes fichiers',
    'copias de seguridad',
    ['Outpost'],
  ],
  [
    'Ausgaben mit Freunden teilen',
    'partager les dépenses entre amis',
    'repartir gastos entre amigos',
    ['Tally Stick', 'Casa Clara'],
  ],
  [
    'Kundenverwaltung für kleine Firmen',
    'gestion des clients pour petite entreprise',
    'gestión de clientes',
    ['Trellis CRM'],
    ['Fathom Line'],
  ],
  ['Newsletter verschicken', 'envoyer une infolettre', 'enviar un boletín', ['Parchment Mail']],
  [
    'Erreichbarkeit der Webseite überwachen',
    'être averti si mon site tombe en panne',
    'saber si mi web está caída',
    ['Nightjar'],
    ['Orrery'],
  ],
  ['Schichtplan für Mitarbeiter', 'planning du personnel', 'turnos de trabajo', ['Roundhouse']],
  ['Ahnenforschung', 'arbre généalogique', 'árbol genealógico', ['Old Grove']],
  [
    'Besucher im Museum zählen',
    'compter les visiteurs',
    'contar visitantes',
    ['Turnstile Analytics'],
    ['Plumbob'],
  ],
  [
    'Dokumentation für Software',
    'documentation de logiciel',
    'documentación de software',
    ['Clerestory'],
    ['Vellum Desk'],
  ],
  ['Nachrichten aus vielen Quellen lesen', 'lecteur de flux RSS', 'lector de noticias', ['Paperboy']],
  ['Karteikarten zum Lernen', 'cartes mémoire', 'tarjetas de memoria', ['Whetstone']],
  ['Gartenplaner', 'planifier son jardin', 'planificar el jardín', ['Foxglove']],
  ['Schach lernen', 'apprendre les échecs', 'aprender ajedrez', ['Rookery']],
  ['Kopfrechnen für Kinder', 'calcul mental pour les enfants', 'cálculo mental para niños', ['Abacus Club']],
  ['Imkerei', 'suivi des ruches', 'registro de colmenas', ['Beekeeper’s Log']],
  ['Online-Seminare veranstalten', 'organiser un webinaire', 'organizar un webinar', ['Greenroom']],
  [
    'Suchfunktion für die eigene Webseite',
    'moteur de recherche pour mon site',
    'buscador para mi sitio web',
    ['Haystack Zero'],
    ['Vellum Desk'],
  ],
  ['Farbpalette', 'palette de couleurs', 'paleta de colores', ['Swatchbook']],
  ['Angebote unterschreiben lassen', 'faire signer un devis', 'firmar propuestas', ['Copperplate']],
  [
    'Kundensupport',
    'support client',
    'atención al cliente',
    ['Hearthside', 'Vellum Desk'],
    ['Harbour Chat', 'Switchyard'],
  ],
  [
    'Anmeldung für meine App',
    'authentification pour mon application',
    'inicio de sesión para mi aplicación',
    ['Wicket'],
    ['Palisade'],
  ],
  [
    'Preise der Konkurrenz beobachten',
    'surveiller les prix des concurrents',
    'vigilar los precios de la competencia',
    ['Sparrowhawk'],
  ],
  [
    'Rechnungen schreiben',
    'faire des factures',
    'hacer facturas',
    ['Belegfuchs', 'Petit Bureau'],
    ['Tally Stick', 'Ledgerling'],
  ],
  [
    'Buchhaltung',
    'comptabilité',
    'contabilidad',
    ['Ledgerling', 'Belegfuchs'],
    ['Bright Ledger Export & Reconciliation Toolkit for Non-Profits'],
  ],
  [
    'Vereinsverwaltung',
    'gestion d’association',
    'gestión de asociaciones',
    ['Vereinsheim', 'Standing Order'],
    ['Tally Stick'],
  ],
  ['Rezepte sammeln', 'recettes de cuisine', 'recetas de cocina', ['Marmiton Futé']],
  ['Arzttermine buchen', 'rendez-vous avec un médecin', 'reservar cita médica', ['Consulta Abierta']],
  ['Einkaufsliste', 'liste de courses', 'lista de la compra', ['Marmiton Futé', 'Casa Clara']],
];

export const NEEDS_IN_LANGUAGES: readonly JudgedSearch[] = NEEDS.flatMap(([de, fr, es, best, partly = []]) =>
  Object.entries({ German: de, French: fr, Spanish: es }).map(([kind, q]) => ({
    q,
    set: 'need' as const,
    kind: `in ${kind}`,
    best,
    partly,
  })),
);
