import { CertificateCheck } from '../components/CertificateCheck.js'

/** /certificate/qrcode/:token: the target of the printed QR code; shows the code too, so that it can be scanned from a phone. */
export default function QrcodePage() {
  return <CertificateCheck withCode />
}
