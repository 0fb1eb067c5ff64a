import { Box, MenuItem, TextField } from '@mui/material'
import { useT } from '#web/i18n'
import { ErrorState, LoadingState, PageHeader, Section, useUrlParams } from '#web/ui'
import { PageRow } from '../components/PageRow.js'
import { companyIn, usePages } from '../queries.js'

/** /tools/landingpages: every landing page of the platform or of a company (`?company=`, its id), and whether its latest texts are published. */
export default function ListPage() {
  const t = useT()
  const [params, edit] = useUrlParams()
  const company = companyIn(params)
  const query = usePages(company)
  const choose = (value: string) =>
    edit((now) => {
      if (value) now.set('company', value)
      else now.delete('company')
    })
  return (
    <>
      <PageHeader title={t('landing_pages.title')} text={t('landing_pages.text')} />
      {query.data ? (
        <>
          <TextField
            select
            label={t('landing_pages.for')}
            value={company ?? ''}
            onChange={({ target }) => choose(String(target.value))}
            helperText={company ? t('landing_pages.for_company_help') : t('landing_pages.for_platform_help')}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ mb: 5, width: '100%', maxWidth: 400 }}
          >
            <MenuItem value="">{t('landing_pages.platform')}</MenuItem>
            {query.data.companies.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <Section flush>
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {query.data.data.map((page) => (
                <PageRow key={page.key} page={page} company={company} />
              ))}
            </Box>
          </Section>
        </>
      ) : query.error ? (
        <ErrorState error={query.error} part="landing_pages" title={t('landing_pages.list.failed')} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState shape="rows" count={2} />
      )}
    </>
  )
}
