import { useFormat, useT } from '#web/i18n'
import { type ShownSource, pathOf } from '../calls.js'
import { SystemRow } from './SystemRow.js'

interface SourceRowProps {
  company: string
  source: ShownSource
  onEdit: () => void
  onRenew: () => void
}

/** One system that sends people by links. */
export function SourceRow({ company, source, onEdit, onRenew }: SourceRowProps) {
  const t = useT()
  const format = useFormat()
  const { id, name, issuer, is_active: isOn, people, last_used_at: last, old_until: old } = source
  const words = {
    on: t('lti.sources.on'),
    off: t('lti.sources.off'),
    seen: last ? `${t('lti.sources.last')} ${format.dateTime(last)}` : t('lti.sources.never'),
    warning: old && t('lti.sources.old_until', { moment: format.dateTime(old) }),
    removeText: t('lti.sources.remove_text'),
    removed: t('lti.sources.removed'),
  }
  const actions = [
    { label: t('lti.sources.renew'), onClick: onRenew },
    { label: t('lti.platforms.edit'), onClick: onEdit },
  ]
  return <SystemRow {...{ name, isOn, people, words, actions }} issuer={`iss ${issuer}`} path={`${pathOf(company, 'sources')}/${id}`} />
}
