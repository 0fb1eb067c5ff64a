import { IconButton, MenuItem } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isAdminRole } from '#core/contract/roles'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { Icon, PopupMenu, useConfirm } from '#web/ui'
import type { SavedReport } from '../../server/transformers/report_transformer.js'
import { builderPath, reportPath } from '../paths.js'
import { saveReport } from './use_report.js'

/** All other actions of a saved report. */
export function ReportMenu({ report, onRemoved }: { report: SavedReport; onRemoved?: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const admin = isAdminRole(useUser().user_role)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const refresh = [['reports', 'reports']]
  const duplicate = useApiMutation(
    () =>
      api.reports.reports.duplicate({
        params: { id: report.id },
        body: { name: t('reports.list.copy_of', { name: report.name }).slice(0, 120) },
      }),
    { refresh, onSuccess: ({ data }) => void navigate(reportPath(data.id)) },
  )
  const { name, shared, definition } = report
  const share = useApiMutation(() => saveReport(report.id, { name, shared: !shared, definition }), { refresh })
  const remove = useApiMutation(() => api.reports.reports.remove({ params: { id: report.id } }), {
    refresh,
    ...(onRemoved && { onSuccess: onRemoved }),
  })
  const close = () => setAnchor(null)
  const item = (label: string, run: () => unknown) => (
    <MenuItem
      onClick={() => {
        close()
        void run()
      }}
    >
      {label}
    </MenuItem>
  )
  const ask = async () => {
    const title = t('reports.list.remove_title', { name: report.name })
    if (await confirm({ title, text: t('reports.list.remove_text'), confirmLabel: t('reports.list.remove'), destructive: true }))
      remove.mutate(undefined)
  }
  return (
    <>
      <IconButton
        aria-label={t('reports.list.more', { name: report.name })}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon name="more" />
      </IconButton>
      <PopupMenu label={t('reports.list.more', { name: report.name })} anchor={anchor} onClose={close}>
        {report.own && item(t('reports.list.edit'), () => navigate(builderPath(report.id)))}
        {item(t('reports.list.duplicate'), () => duplicate.mutate(undefined))}
        {report.own && !admin && item(t(report.shared ? 'reports.list.unshare' : 'reports.list.share'), () => share.mutate(undefined))}
        {report.own && item(t('reports.list.remove'), ask)}
      </PopupMenu>
    </>
  )
}
