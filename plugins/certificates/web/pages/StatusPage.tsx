import { CertificateCheck } from '../components/CertificateCheck.js'

/** /certificate/status/:token: for whoever checks a certificate, without an account. */
export default function StatusPage() {
  return <CertificateCheck />
}
