import { CompanyForm } from '../components/CompanyForm.js'
import { CompanyFrame } from '../components/CompanyFrame.js'

/** /admin/bedrijven/profiel: names, address and style of a company; one's own (`?id=0`), or the one that an admin selected. */
export default function ProfilePage() {
  return (
    <CompanyFrame tab="companies.profile">{(company) => <CompanyForm key={company.id} company={company} part="profile" />}</CompanyFrame>
  )
}
