import { Button, MenuItem } from '@mui/material'
import { useState } from 'react'
import { useT } from '#web/i18n'
import { Icon, PopupMenu } from '#web/ui'
import type { ReportDefinition } from '../../contract/definition.js'
import { type ReportFormat, useDownload } from './use_report.js'

const FORMATS: ReportFormat[] = ['xlsx', 'csv', 'pdf']

/** Downloads the report in one of three formats. */
export function DownloadMenu({ definition, name }: { definition: ReportDefinition; name: string }) {
  const t = useT()
  const download = useDownload()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [busy, setBusy] = useState(false)
  const start = (format: ReportFormat) => {
    setAnchor(null)
    setBusy(true)
    void download(definition, name, format).finally(() => setBusy(false))
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon name="download" />}
        loading={busy}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('reports.actions_of.download')}
      </Button>
      <PopupMenu label={t('reports.actions_of.download')} anchor={anchor} onClose={() => setAnchor(null)}>
        {FORMATS.map((format) => (
          <MenuItem key={format} onClick={() => start(format)}>
            {t(`reports.format.${format}`)}
          </MenuItem>
        ))}
      </PopupMenu>
    </>
  )
}
