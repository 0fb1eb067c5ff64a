import { defineTenant } from '#core/contract/tenant'

export default defineTenant({
  loginId: 'examenhuis',
  plugins: [
    'learning',
    'certificates',
    'people',
    'reports',
    'external_courses',
    'registration',
    'terms',
    'directory',
    'support',
    'payments',
    'exams',
    'catalogue',
  ],
  settings: {
    core: {
      name: 'Examenhuis',
      legal_name: 'Examenhuis Nederland B.V.',
      abbreviation: 'EXH',
      sender_name: 'Examenhuis',
      primary_color: '#4A2C6D',
      secondary_color: '#C98BDB',
      theme: 'base',
      logo: 'logo.svg',
      favicon: 'favicon.svg',
      default_language: 'nl',
      street: 'Toetslaan 3',
      postal_code: '3812 PH',
      city: 'Amersfoort',
      country: 'Nederland',
    },
    companies: {
      exam_provider: true,
      exam_terms: {
        nl: 'Neem een geldig identiteitsbewijs mee. Wie later komt dan een kwartier na de aanvang, doet niet mee.\n\nVerzetten kan tot vijf werkdagen vooraf.',
        en: 'Bring a valid proof of identity. Who comes more than fifteen minutes late cannot take part.\n\nMoving is possible up to five working days before.',
      },
      exam_mail_status: 'planning@examenhuis.example',
      exam_mail_confirmation: 'planning@examenhuis.example',
      exam_mail_billing: 'administratie@examenhuis.example',
      exam_mail_application: 'planning@examenhuis.example',
      exam_mail_finish: 'examens@examenhuis.example',
    },
  },
})
