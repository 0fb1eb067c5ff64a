import { defineTenant } from '#core/contract/tenant'

export default defineTenant({
  loginId: 'bouwmeester',
  name: 'Bouwmeester',
  legalName: 'Bouwmeester Groep N.V.',
  abbreviation: 'BMG',
  senderName: 'Bouwmeester Leren',
  primaryColor: '#F2A900',
  secondaryColor: '#1F2933',
  theme: 'contrast',
  logo: 'logo.svg',
  favicon: 'favicon.svg',
  defaultLanguage: 'nl',
  address: { street: 'Steigerweg 48', postalCode: '3542 AD', city: 'Utrecht', country: 'Nederland' },
  plugins: ['learning', 'certificates', 'people', 'reports'],
  sirMember: true,
})
