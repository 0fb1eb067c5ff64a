import { useNavigate } from 'react-router'
import { useT } from '#web/i18n'
import { PageHeader } from '#web/ui'
import { FlowForm } from '../components/FlowForm.js'
import { bookingPath, flowPath, flowsPath } from '../paths.js'

/** /flows/aanmaken: creates a flow, and then adds people. */
export default function CreatePage() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('flows.create.title')} trail={[{ label: t('flows.title'), to: flowsPath() }]} />
      <FlowForm flow={null} onDone={({ id, groups }) => void navigate(groups.length ? flowPath(id) : bookingPath(id))} />
    </>
  )
}
