// Companies: the running one, and those that the scope sees.
export { type CompanyFacts, companyChoices, ownCompany } from '../companies/directory.js'
export {
  COMPANY_SORTS,
  type CompanyChange,
  type CompanyList,
  type CompanyRow,
  findCompany,
  listCompanies,
  updateCompany,
  updateLogo,
} from '../companies/company_service.js'
export { imageUrl } from '../companies/branding.js'
export { ownBranding } from '../companies/own_branding.js'
