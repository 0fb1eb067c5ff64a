import { defineTenant } from '#core/contract/tenant'

export default defineTenant({
  loginId: 'noordwind',
  plugins: ['learning', 'certificates', 'people', 'reports', 'external_courses'],
  settings: {
    core: {
      name: 'Noordwind',
      legal_name: 'Noordwind Offshore B.V.',
      abbreviation: 'NWO',
      sender_name: 'Noordwind Academie',
      primary_color: '#0B4F6C',
      secondary_color: '#01BAEF',
      theme: 'base',
      logo: 'logo.svg',
      favicon: 'favicon.svg',
      default_language: 'nl',
      street: 'Kade 12',
      postal_code: '1976 BZ',
      city: 'IJmuiden',
      country: 'Nederland',
    },
    companies: { catalogue_access: true },
  },
})
