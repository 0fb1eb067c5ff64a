import { useSearchParams } from 'react-router'
import { Problem } from '../components/Problem.js'

/** /lti/probleem: why a launch ended. */
export default function ProblemPage() {
  const [params] = useSearchParams()
  const reason = /^[a-z_]{1,40}$/.exec(params.get('reason') ?? '')?.[0] ?? 'malformed'
  return <Problem reason={reason} back={params.get('back')} />
}
