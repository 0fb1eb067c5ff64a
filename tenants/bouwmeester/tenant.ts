import { defineTenant } from '#core/contract/tenant'

export default defineTenant({
  loginId: 'bouwmeester',
  plugins: ['learning', 'certificates', 'people', 'reports', 'external_courses'],
  settings: {
    core: {
      name: 'Bouwmeester',
      legal_name: 'Bouwmeester Groep N.V.',
      abbreviation: 'BMG',
      sender_name: 'Bouwmeester Leren',
      primary_color: '#F2A900',
      secondary_color: '#1F2933',
      theme: 'contrast',
      logo: 'logo.svg',
      favicon: 'favicon.svg',
      default_language: 'nl',
      street: 'Steigerweg 48',
      postal_code: '3542 AD',
      city: 'Utrecht',
      country: 'Nederland',
    },
    companies: { sir_member: true },
    learning: { own_courses: true },
  },
})
