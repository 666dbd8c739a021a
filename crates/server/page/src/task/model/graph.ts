// A layered picture of a graph: what is needed stands left of what needs it.

/** A node: its id, what it needs, and what it produces. */
export interface GraphNode {
  id: string;
  needs: readonly string[];
  produces: readonly string[];
}

/** Where a node stands: its layer from the left and its place in it from the top. */
export interface PlacedNode {
  id: string;
  layer: number;
  place: number;
}

/** A line from the node that gives something to the node that needs it. */
export interface GraphEdge {
  from: string;
  to: string;
  what: string;
}

/** A graph in layers. */
export interface GraphLayout {
  nodes: PlacedNode[];
  edges: GraphEdge[];
  layers: number;
  widest: number;
}

/** Lays a graph out. A need is the id of a node or something that a node produces; others are left out, and so is what would close a circle. */
export function layout(nodes: readonly GraphNode[]): GraphLayout {
  const edges = edgesOf(nodes);
  const layer = layersOf(nodes, edges);
  const rows = new Map<number, string[]>();
  for (const node of nodes) {
    const at = layer.get(node.id) ?? 0;
    const row = rows.get(at) ?? [];
    row.push(node.id);
    rows.set(at, row);
  }
  const order = [...rows.keys()].sort((left, right) => left - right);
  const place = new Map<string, number>();
  for (const at of order) {
    const row = sortedByGivers(rows.get(at) ?? [], edges, place);
    row.forEach((id, index) => place.set(id, index));
  }
  const placed = nodes.map(({ id }) => ({
    id,
    layer: layer.get(id) ?? 0,
    place: place.get(id) ?? 0,
  }));
  const widest = Math.max(0, ...[...rows.values()].map((row) => row.length));
  return { nodes: placed, edges, layers: order.length, widest };
}

function edgesOf(nodes: readonly GraphNode[]): GraphEdge[] {
  const giver = new Map<string, string>();
  for (const { id, produces } of nodes) for (const what of produces) giver.set(what, id);
  for (const { id } of nodes) giver.set(id, id);
  const edges: GraphEdge[] = [];
  for (const node of nodes) {
    for (const what of node.needs) {
      const from = giver.get(what);
      if (from === undefined || reaches(node.id, from, edges)) continue;
      edges.push({ from, to: node.id, what });
    }
  }
  return edges;
}

function reaches(start: string, end: string, edges: readonly GraphEdge[]): boolean {
  const seen = new Set<string>();
  const open = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === end) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    for (const edge of edges) if (edge.from === at) open.push(edge.to);
  }
  return false;
}

/** The longest way to each node, which has an end because no edge closes a circle. */
function layersOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Map<string, number> {
  const layer = new Map<string, number>(nodes.map(({ id }) => [id, 0]));
  for (let moved = true; moved; ) {
    moved = false;
    for (const { from, to } of edges) {
      const least = (layer.get(from) ?? 0) + 1;
      if ((layer.get(to) ?? 0) >= least) continue;
      layer.set(to, least);
      moved = true;
    }
  }
  return layer;
}

/** A layer in the order of the middles of what its nodes need, so that lines cross less. */
function sortedByGivers(
  row: readonly string[],
  edges: readonly GraphEdge[],
  place: ReadonlyMap<string, number>,
): string[] {
  const wish = (id: string, index: number): number => {
    const givers = edges.filter((edge) => edge.to === id).map((edge) => place.get(edge.from) ?? 0);
    return givers.length === 0 ? index : givers.reduce((sum, it) => sum + it, 0) / givers.length;
  };
  const wishes = row.map((id, index) => ({ id, index, at: wish(id, index) }));
  wishes.sort((left, right) => left.at - right.at || left.index - right.index);
  return wishes.map(({ id }) => id);
}
