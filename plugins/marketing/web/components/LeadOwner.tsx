import type { ActionFormProps } from '#core/contract/slots'
import { useT } from '#web/i18n'
import { ownerOptions, useLeadOptions } from '../queries.js'
import { LeadSelection } from './LeadSelection.js'

/** The bulk action `marketing.lead_owner`; choosing “nobody” leaves the leads without an owner. */
export default function LeadOwner(props: ActionFormProps) {
  const t = useT()
  const admins = useLeadOptions()?.admins ?? []
  return (
    <LeadSelection
      {...props}
      title={t('marketing.lead_owner.title')}
      label={t('marketing.lead.owner')}
      required
      options={ownerOptions(admins, t('marketing.lead.nobody'))}
      toInput={(owner) => ({ owner: Number(owner) || null })}
    />
  )
}
