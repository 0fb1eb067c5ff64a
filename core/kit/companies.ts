// Companies: the running one, and those that the scope sees.
export { type CompanyFacts, companyChoices, ownCompany } from '../companies/directory.js'
export {
  type ChangedBy,
  type CompanyChange,
  type CompanyRow,
  companiesSource,
  findCompany,
  updateCompany,
} from '../companies/company_service.js'
export { updateImage } from '../companies/company_images.js'
export { settingsFor } from '../companies/change_settings.js'
export { imageUrl } from '../companies/branding.js'
export { type Logo, ownBranding, ownLogo } from '../companies/own_branding.js'
