/** The languages of the passport. French is not an interface language, so its texts are here and not in `locales`. */
export const PASSPORT_LANGUAGES = ['nl', 'en', 'fr'] as const
export type PassportLanguage = (typeof PASSPORT_LANGUAGES)[number]

const nl = {
  title: 'Veiligheidspaspoort',
  valid_on: 'Geldig op {day}',
  name: 'Naam',
  company: 'Bedrijf',
  what: 'Wat',
  from: 'Sinds',
  until: 'Geldig tot en met',
  endless: 'geen einddatum',
  certificates: 'Certificaten',
  outside: 'Diploma’s en trainingen van elders',
  instructions: 'Projectinstructies',
  meetings: 'Toolboxmeetings',
  skills: 'Vaardigheden',
  none: 'Er is vandaag niets geldig.',
  check: 'Scan de code om te zien wat vandaag geldig is.',
  no_medical: 'Dit paspoort bevat geen medische gegevens.',
  page: 'Pagina {page} van {pages}',
}
export type PassportWords = Record<keyof typeof nl, string>

const en: PassportWords = {
  title: 'Safety passport',
  valid_on: 'Valid on {day}',
  name: 'Name',
  company: 'Company',
  what: 'What',
  from: 'Since',
  until: 'Valid until',
  endless: 'no end date',
  certificates: 'Certificates',
  outside: 'Diplomas and courses from elsewhere',
  instructions: 'Project instructions',
  meetings: 'Toolbox meetings',
  skills: 'Skills',
  none: 'Nothing is valid today.',
  check: 'Scan the code to see what is valid today.',
  no_medical: 'This passport contains no medical data.',
  page: 'Page {page} of {pages}',
}

const fr: PassportWords = {
  title: 'Passeport sécurité',
  valid_on: 'Valable le {day}',
  name: 'Nom',
  company: 'Entreprise',
  what: 'Intitulé',
  from: 'Depuis le',
  until: 'Valable jusqu’au',
  endless: 'sans date de fin',
  certificates: 'Certificats',
  outside: 'Diplômes et formations suivies ailleurs',
  instructions: 'Instructions de chantier',
  meetings: 'Réunions toolbox',
  skills: 'Compétences',
  none: 'Rien n’est valable aujourd’hui.',
  check: 'Scannez le code pour voir ce qui est valable aujourd’hui.',
  no_medical: 'Ce passeport ne contient aucune donnée médicale.',
  page: 'Page {page} sur {pages}',
}

const WORDS: Record<PassportLanguage, PassportWords> = { nl, en, fr }

/** The texts of the passport in its language; English for another one. */
export const passportWords = (language: string): PassportWords => WORDS[languageOf(language)]

/** The passport's language for a person's language. */
export const languageOf = (language: string): PassportLanguage => PASSPORT_LANGUAGES.find((one) => one === language) ?? 'en'
