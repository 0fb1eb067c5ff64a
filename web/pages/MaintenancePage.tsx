import { ErrorView } from './ErrorPage.js'

/** /maintenance */
export default function MaintenancePage() {
  return <ErrorView type="maintenance" />
}
