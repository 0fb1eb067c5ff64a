import { request, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useToast } from '#web/ui'
import { type ShownPlatform, pathOf } from '../calls.js'
import { SystemRow } from './SystemRow.js'

interface PlatformRowProps {
  company: string
  platform: ShownPlatform
  onEdit: () => void
  onCheck: () => void
}

/** One system connected by LTI. */
export function PlatformRow({ company, platform, onEdit, onCheck }: PlatformRowProps) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const roster = useApiMutation(() => request(`${pathOf(company)}/${platform.id}/roster`, { method: 'POST', body: {} }), {
    onSuccess: () => toast.success(t('lti.platforms.roster_asked')),
  })
  const { id, name, issuer, is_active: isOn, people, deployments, last_launch_at: last } = platform
  const words = {
    on: t('lti.platforms.on'),
    off: t('lti.platforms.off'),
    seen: last ? `${t('lti.platforms.last')} ${format.dateTime(last)}` : t('lti.platforms.never'),
    warning: deployments.length ? null : t('lti.platforms.no_deployment'),
    removeText: t('lti.platforms.remove_text'),
    removed: t('lti.platforms.removed'),
  }
  const actions = [
    { label: t('lti.platforms.check'), onClick: onCheck },
    ...(people ? [{ label: t('lti.platforms.roster'), onClick: () => roster.mutate(undefined) }] : []),
    { label: t('lti.platforms.edit'), onClick: onEdit },
  ]
  return <SystemRow {...{ name, isOn, issuer, people, words, actions }} path={`${pathOf(company)}/${id}`} />
}
