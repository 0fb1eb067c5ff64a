import { CompanyForm } from '../components/CompanyForm.js'
import { CompanyFrame } from '../components/CompanyFrame.js'

/** /admin/bedrijven/profiel: names, address and look of a company; one's own (`?id=0`), or whichever an admin chose. */
export default function ProfilePage() {
  return (
    <CompanyFrame tab="companies.profile">{(company) => <CompanyForm key={company.id} company={company} part="profile" />}</CompanyFrame>
  )
}
