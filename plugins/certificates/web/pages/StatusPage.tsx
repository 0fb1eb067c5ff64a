import { CertificateCheck } from '../components/CertificateCheck.js'

/** /certificate/status/:token: for anybody who checks a certificate, without an account. */
export default function StatusPage() {
  return <CertificateCheck />
}
