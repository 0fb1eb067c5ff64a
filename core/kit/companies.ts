// Companies: the running one, and those that the scope sees.
export { type CompanyFacts, companyChoices, ownCompany } from '../companies/directory.js'
export {
  type CompanyChange,
  type CompanyRow,
  companiesSource,
  findCompany,
  updateCompany,
  updateLogo,
} from '../companies/company_service.js'
export { imageUrl } from '../companies/branding.js'
export { ownBranding } from '../companies/own_branding.js'
