import { runMadePluginCheck } from '../testing/made_plugin.js'
console.log(await runMadePluginCheck())
