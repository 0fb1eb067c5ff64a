import { checkFiles } from '#core/testing/file_checks'

checkFiles('fs')
