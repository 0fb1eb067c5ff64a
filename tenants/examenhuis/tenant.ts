import { defineTenant } from '#core/contract/tenant'

export default defineTenant({
  loginId: 'examenhuis',
  plugins: ['learning', 'certificates', 'people', 'reports', 'external_courses'],
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
    companies: { exam_provider: true },
  },
})
