import { defineTenant } from '#core/contract/tenant'

export default defineTenant({
  loginId: 'examenhuis',
  name: 'Examenhuis',
  legalName: 'Examenhuis Nederland B.V.',
  abbreviation: 'EXH',
  senderName: 'Examenhuis',
  primaryColor: '#4A2C6D',
  secondaryColor: '#C98BDB',
  theme: 'base',
  logo: 'logo.svg',
  favicon: 'favicon.svg',
  defaultLanguage: 'nl',
  address: { street: 'Toetslaan 3', postalCode: '3812 PH', city: 'Amersfoort', country: 'Nederland' },
  plugins: ['learning', 'certificates', 'people', 'reports'],
  examProvider: true,
})
