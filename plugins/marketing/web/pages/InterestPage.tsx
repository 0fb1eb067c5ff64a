import { Alert, Paper } from '@mui/material'
import { useState } from 'react'
import { useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'
import { useUrlParams } from '#web/ui'
import { InterestForm } from '../components/InterestForm.js'

/** Outside the page, so that it runs once and not at each render. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** /interesse: a visitor leaves their details. `?page=` is the landing page that they came from. */
export default function InterestPage() {
  const t = useT()
  const [params] = useUrlParams()
  const [done, setDone] = useState(false)
  const page = params.get('page') ?? ''
  return (
    <VisitorFrame title={t('marketing.interest.title')} text={done ? '' : t('marketing.interest.text')}>
      <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        {done ? (
          // The form had the focus and is gone.
          <Alert severity="success" tabIndex={-1} ref={takeFocus}>
            {t('marketing.interest.done')}
          </Alert>
        ) : (
          <InterestForm about={/^[a-z]{1,30}$/.test(page) ? { page } : {}} onDone={() => setDone(true)} />
        )}
      </Paper>
    </VisitorFrame>
  )
}
