import type { ActionFormProps } from '#core/contract/slots'
import { useT } from '#web/i18n'
import { LEAD_STATES } from '../../states.js'
import { LeadSelection } from './LeadSelection.js'

/** The bulk action `marketing.lead_state`. */
export default function LeadState(props: ActionFormProps) {
  const t = useT()
  return (
    <LeadSelection
      {...props}
      required
      title={t('marketing.lead_state.title')}
      label={t('marketing.lead.state')}
      options={LEAD_STATES.map((value) => ({ value, label: t(`marketing.lead.state.${value}`) }))}
      toInput={(state) => ({ state })}
    />
  )
}
