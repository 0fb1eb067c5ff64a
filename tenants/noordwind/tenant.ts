import { defineTenant } from '#core/contract/tenant'

export default defineTenant({
  loginId: 'noordwind',
  name: 'Noordwind',
  legalName: 'Noordwind Offshore B.V.',
  abbreviation: 'NWO',
  senderName: 'Noordwind Academie',
  primaryColor: '#0B4F6C',
  secondaryColor: '#01BAEF',
  theme: 'base',
  logo: 'logo.svg',
  favicon: 'favicon.svg',
  defaultLanguage: 'nl',
  address: { street: 'Kade 12', postalCode: '1976 BZ', city: 'IJmuiden', country: 'Nederland' },
  plugins: ['learning', 'certificates', 'people', 'reports'],
  catalogueAccess: true,
})
